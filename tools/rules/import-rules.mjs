import { globalRules } from './import-rules-global.mjs'
import { packages } from './import-rules-packages.mjs'
import {
  allCode,
  commandFiles,
  contracts,
  endpoints,
  entities,
  inPackages,
  pageCommands,
  pathOwner,
  product,
  tables,
  tests,
} from './import-rule-paths.mjs'

/**
 * Which folder may import which, and why. `npm run import-rules` checks the rules; `npm run prove-rules` violates each
 * rule and expects its name in the output.
 *
 * Paths are regular expressions over the path from the root; `$1` stands for what the first group of `from` matched.
 */

/** What a folder may import from the rest of the project; `types` lists what it may import with `import type` only. */
const folders = [
  // app: the user interface
  {
    name: 'ui-has-no-data',
    because: 'The design system gets its content as props, so that every part of the app can use it.',
    from: '^app/ui/',
    may: [entities],
  },
  {
    name: 'browser-patches-are-independent',
    because: 'Code that patches or watches the browser runs on every page, so it may not depend on a single page.',
    from: '^app/browser/',
    may: ['^app/(ui|requests)/', '^app/use-root-data[.]ts$', endpoints, contracts, entities],
  },
  {
    name: 'visitor-has-no-admin-code',
    because: 'Every visitor downloads these components, so they must not include admin code or commands.',
    from: '^app/visitor/',
    may: ['^app/(ui|browser)/', '^app/use-root-data[.]ts$', entities, contracts],
  },
  {
    name: 'admin-forms-are-the-lowest-layer',
    because: 'Every admin feature builds on forms, styles and previews, so these import no feature.',
    from: '^app/admin/(forms|styles|previews)/',
    own: '^app/admin/(forms|styles|previews)/',
    may: ['^app/(visitor|ui|browser|requests)/', '^app/use-root-data[.]ts$', entities, contracts],
  },
  {
    name: 'admin-features-are-independent',
    because: 'A feature that imports no other feature can be changed or removed on its own; screens combine them.',
    from: '^app/admin/(uploads|reorder|selection|remove|image-details|edit-text|mail|navigation)/',
    own: '^app/admin/$1/',
    may: [
      '^app/admin/(forms|styles|previews)/',
      '^app/(visitor|ui|browser)/',
      '^app/use-root-data[.]ts$',
      endpoints,
      entities,
      contracts,
    ],
  },
  {
    name: 'admin-screens-are-independent',
    because:
      'A screen combines features for one page; what two screens share is a feature, or a component beside them.',
    from: '^app/admin/(screens/[^/]+|replace-photo)',
    own: '^app/admin/$1/',
    may: [
      '^app/admin/(?!screens/[^/]+/)',
      '^app/(visitor|ui|browser)/',
      '^app/use-root-data[.]ts$',
      entities,
      contracts,
    ],
  },
  {
    name: 'pages-call-commands',
    because: 'A page calls the queries and commands of people; it never derives photos, expires rows or grants roles.',
    from: '^app/pages/',
    may: ['^app/[^/]+$', '^app/(requests|visitor|ui|browser|admin)/', entities, contracts, pageCommands],
    types: ['^portfolio/transaction[.]ts$'],
  },
  {
    name: 'pages-are-independent',
    because: 'There is one module per URL. Code that two pages share is a component, in visitor or ui.',
    from: '^app/pages/[^/]+/([^/.]+)[.]',
    own: '^app/pages/[^/]+/$1[.]',
    mayNot: '^app/pages/.+[.]tsx?$',
  },
  {
    name: 'requests-are-read-only',
    because: 'Code that all loaders and actions share may identify the sender of a request, but changes nothing.',
    from: '^app/requests/',
    may: [entities, contracts, commandFiles('session|recent-proof')],
  },
  {
    name: 'root-is-read-only',
    because: 'The document surrounds every page: it may read data, but never changes it.',
    from: '^app/[^/]+$',
    may: ['^app/(requests|visitor|ui|browser|admin)/', entities, contracts, commandFiles('show|read|session')],
  },

  // portfolio: the domain
  {
    name: 'portfolio-is-independent',
    because: 'The domain does not depend on how it is served: it imports nothing from the other folders.',
    from: '^portfolio/',
  },
  {
    name: 'queries-are-read-only',
    because: 'File names express permissions: show and session are queries for visitors, so they only read.',
    from: '^portfolio/[^/]+/(show|session)[.]ts$',
    mayNot:
      '^portfolio/(.+/(as-admin|admin-role|edit|create|send|queue-mail|deliver|confirm-mail|claim|claim-link|setup-row|log-in|log-out|set-online|sign-up|reset|change-email|accept|invite|grant|erase|attach|replace|insert|examine|store-original|change-gallery|touch|derive|derive-queue|expire|collect|publish|queue-missing-derivative|count-opening|watch-clock)|transaction)[.]ts$',
  },

  // server: infrastructure
  {
    name: 'start-wires-the-server',
    because: 'It connects the folders of the server; the user interface is passed to it as a finished build.',
    from: '^server/(main|run|start|open-dev-site|expected-failure)[.]ts$',
    may: ['^(server|samples|portfolio)/'],
  },
  {
    name: 'config-and-log-are-the-lowest-layer',
    because: 'Everything else depends on them, so they import only types of the domain.',
    from: '^server/(config|log|request-scope)[.]ts$',
    own: '^server/request-scope[.]ts$',
    types: [contracts],
  },
  {
    name: 'compose-wires-adapters',
    because: 'Adapters are chosen in one place, which needs only the ports and the stored changes of the domain.',
    from: '^server/compose/',
    may: [
      '^server/(database|storage|images|events|auth|mail)/',
      '^server/backup/copy-before-update[.]ts$',
      '^server/(config|log)[.]ts$',
      endpoints,
      '^portfolio/changes[.]ts$',
    ],
    types: ['^portfolio/'],
  },
  {
    name: 'backup-reads-database-and-files',
    because: 'A backup copies a snapshot of the database and the stored files; it needs nothing else.',
    from: '^server/backup/',
    may: [
      '^server/(database|storage)/',
      '^server/(log|expected-failure)[.]ts$',
      contracts,
      '^portfolio/(store-keys|health/reserved-space)[.]ts$',
    ],
  },
  {
    name: 'move-reads-database-and-files',
    because: 'A move copies all rows and all files; it needs nothing else.',
    from: '^server/move/',
    may: [
      '^server/database/',
      '^server/backup/copy-file[.]ts$',
      '^server/storage/for-each-concurrently[.]ts$',
      contracts,
      '^portfolio/store-keys[.]ts$',
    ],
  },
  {
    name: 'export-reads-snapshot-and-files',
    because: 'An export writes what one query of the domain lists; it needs no other permission.',
    from: '^server/export/',
    may: ['^server/(backup|database|storage)/', contracts, '^portfolio/export/'],
  },
  {
    name: 'http-imports-no-adapter',
    because: 'HTTP identifies the sender and passes the ports on; it does not depend on how they are implemented.',
    from: '^server/http/',
    may: [
      '^app/requests/(request-context|responses|hidden-tools|token-path|closed-site)[.]ts$',
      endpoints,
      entities,
      contracts,
      commandFiles('show|session|open-graph-image|icon|examine|offered-texts|queue-missing-derivative|count-opening'),
      '^server/(server-build[.]d|request-scope|telemetry/channels)[.]ts$',
    ],
  },
  {
    name: 'jobs-run-background-commands',
    because: 'Background jobs run without a request, so they do nothing that needs permission.',
    from: '^server/jobs/',
    may: [
      contracts,
      commandFiles('derive|derive-queue|deliver|expire|collect|publish'),
      '^portfolio/health/',
      '^server/telemetry/channels[.]ts$',
    ],
  },
  {
    name: 'adapters-are-independent',
    because: 'An adapter that does not depend on another one can be replaced on its own.',
    from: '^server/(database|storage|images|events|mail)/',
    own: '^server/$1/',
    may: [entities, contracts, tables, '^server/telemetry/channels[.]ts$'],
  },
  {
    name: 'telemetry-observes',
    because: 'It subscribes to what others publish, and counts waiting photos and e-mails: it changes nothing.',
    from: '^server/telemetry/',
    may: [contracts, '^server/request-scope[.]ts$', '^portfolio/health/count-waiting[.]ts$'],
  },
  {
    name: 'auth-imports-no-role',
    because: 'Authentication and authorisation are separate: code without access to roles cannot grant one.',
    from: '^server/auth/',
    may: [contracts],
    types: [tables],
  },

  // around the product
  {
    name: 'samples-use-commands',
    because: 'Samples are added with the admin commands, so the same checks apply to them.',
    from: '^samples/',
    may: ['^portfolio/'],
  },
  {
    name: 'tools-use-ports',
    because: 'Operator commands use the ports and commands of the site instead of bypassing them.',
    from: '^tools/',
    may: [
      pathOwner,
      '^server/(compose|backup|database|export|move)/',
      '^server/(config|log|open-dev-site|expected-failure)[.]ts$',
      '^(portfolio|samples|tests/support)/',
    ],
  },
  {
    name: 'test-support-imports-no-page',
    because: 'Code that tests share may open any adapter; the user interface is tested in a browser.',
    from: '^tests/support/',
    may: ['^(portfolio|server|samples)/', '^app/requests/request-context[.]ts$', '^tools/import-all[.]ts$'],
  },
  {
    name: 'browser-tests-import-no-server-code',
    because: 'With code that bypassed the user interface, tests would pass while the interface is broken.',
    from: '^tests/browser/',
    may: ['^tests/support/', '^app/routes[.]ts$', entities],
  },
  {
    name: 'attacks-and-faults-import-no-server-code',
    because: 'Like an attacker or a browser, their shared code has only a URL; it reads the effects from the disk.',
    from: '^tests/(attacks|faults|engines)/',
    may: ['^tests/support/', '^app/routes[.]ts$', entities],
  },
]

export default {
  forbidden: [...folders.flatMap(folderRules), ...packages.map(packageRule), ...globalRules].map(asRule),
  options: {
    // dependency-cruiser cannot use TypeScript 7 as a parser. Without @swc/core it finds no TypeScript at all, and
    // without this line it mistakes type imports for value imports.
    parser: 'swc',
    doNotFollow: { path: inPackages('.+') },
    // So that a style sheet that nothing imports is reported too.
    extraExtensionsToScan: ['.css'],
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
    // `prove-rules` breaks the rules in copies of the project, which reach the packages through a symbolic link.
    preserveSymlinks: true,
  },
}

function folderRules({ name, because, from: folder, own = folder, may = [], types = [], mayNot = allCode }) {
  const from = { path: folder, pathNot: tests }
  const allowed = [own, ...may]
  const rule = { name, because, from, to: { path: mayNot, pathNot: [...allowed, ...types] } }
  if (types.length === 0) return [rule]
  return [rule, { name, because, from, to: { path: types, pathNot: allowed, dependencyTypesNot: ['type-only'] } }]
}

function packageRule({ name, because, only, path }) {
  return { name, because, from: { path: [product, '^tools/'], pathNot: [only, tests] }, to: { path } }
}

function asRule({ name, because, from, to }) {
  return { name, severity: 'error', comment: because, from, to }
}
