/**
 * The walls of the house: which room may import from which, and why. `npm run walls` checks them all,
 * and `npm run prove-walls` breaks each one on purpose, so a wall that stands here is a wall that holds.
 *
 * Paths are regular expressions over the path from the top folder; `$1` repeats the first group of the room.
 */

/** A noun's own file: fields and limits, nothing else. */
const nouns = '^portfolio/(project/project|photo/photo|contact/submission|account/account|studio/studio)[.]ts$'
/** What the parts of the product agree on: what they are, what can happen, how a wish may end. */
const sockets = '^portfolio/(parts|changes|outcome)[.]ts$'
const tables = '^server/data/tables[.]ts$'
const tests = '[.]test[.]tsx?$'

/** What may be imported from inside the house. A room may always import from itself; `types` needs `import type`. */
const rooms = [
  {
    name: 'ui-knows-no-data',
    because: 'Shared looks are handed what they show, so any room of the app can use them.',
    room: '^app/ui/',
    may: [nouns],
  },
  {
    name: 'showcase-is-for-visitors',
    because: 'Every visitor downloads these pieces: nothing of the admin, and nothing that reads or writes, may come along.',
    room: '^app/showcase/',
    may: ['^app/ui/', nouns, sockets],
  },
  {
    name: 'admin-pieces-ask-pages',
    because: 'A piece for the admin posts to a page; the page calls the verb, and the verb asks who is there.',
    room: '^app/admin/',
    may: ['^app/showcase/', '^app/ui/', '^app/live[.]ts$', nouns, sockets],
  },
  {
    name: 'pages-call-verbs',
    because: 'A page asks and tells through the verbs of its visitor: it never makes, sweeps or grants, and never meets a machine.',
    room: '^app/pages/',
    may: ['^app/[^/]+$', '^app/(showcase|ui|admin)/', nouns, sockets, '^portfolio/[^/]+/(show|edit|create|send|enter|as-admin)[.]ts$'],
  },
  {
    name: 'pages-stand-alone',
    because: 'One file per URL: what two pages share is a piece, and lives in showcase or ui.',
    room: '^app/pages/([^/.]+)[.]',
    own: '^app/pages/$1[.]',
    mayNot: '^app/pages/.+[.]tsx?$',
  },
  {
    name: 'frame-only-shows',
    because: 'The document and what it hands to the pages surround every page, so they may read but never change.',
    room: '^app/[^/]+$',
    may: ['^app/(showcase|ui|admin)/', nouns, sockets, '^portfolio/[^/]+/show[.]ts$'],
  },
  {
    name: 'portfolio-stands-alone',
    because: 'What the product is must not depend on how it is served or drawn; of the server it knows the shape of the tables.',
    room: '^portfolio/',
    types: [tables],
  },
  {
    name: 'show-changes-nothing',
    because: 'The file name is the permission: show is for visitors, who only read.',
    room: '^portfolio/[^/]+/show[.]ts$',
    mayNot: '^portfolio/(change-together|[^/]+/(edit|create|send|enter|grant|hang|receive|touch|make|sweep))[.]ts$',
  },
  {
    name: 'nobody-imports-main',
    because: 'main starts the whole site: importing it would start a second one.',
    room: '^(?!server/main[.]ts$)',
    own: '^$',
    mayNot: '^server/main[.]ts$',
  },
  {
    name: 'main-starts-the-server',
    because: 'main joins the rooms of the server; what people see reaches it only as the build.',
    room: '^server/main[.]ts$',
    may: ['^server/', '^samples/', '^portfolio/'],
  },
  {
    name: 'config-and-log-know-nobody',
    because: 'They are there before everything else, and everything else is made from them.',
    room: '^server/(config|log)[.]ts$',
    types: [sockets],
  },
  {
    name: 'setup-joins-machines',
    because: 'The choice of machines is made in one place, which knows of the product only what it must plug in.',
    room: '^server/setup/',
    may: ['^server/(data|files|images|live|auth|mail)/', '^server/(config|log)[.]ts$'],
    types: ['^portfolio/'],
  },
  {
    name: 'doors-know-no-machine',
    because: 'A door knows who asks and hands on the parts: behind it, embedded and scaled look the same.',
    room: '^server/http/',
    may: ['^app/context[.]ts$', nouns, sockets, '^portfolio/[^/]+/(show|as-admin)[.]ts$'],
  },
  {
    name: 'clock-asks-clock-verbs',
    because: 'The clock does what nobody waits for, and never what a person should have asked for.',
    room: '^server/clock/',
    may: [sockets, '^portfolio/[^/]+/(make|sweep)[.]ts$'],
  },
  {
    name: 'machines-know-their-socket',
    because: 'Each machine can be replaced alone, because it knows what it plugs into and no other machine.',
    room: '^server/(data|files|images|live|mail)/',
    own: '^server/$1/',
    may: [nouns, sockets],
  },
  {
    name: 'auth-knows-no-role',
    because: 'Who somebody is and what they may do are kept apart: authentication cannot hand out a role it never sees.',
    room: '^server/auth/',
    may: [sockets],
    types: [tables],
  },
  {
    name: 'samples-use-verbs',
    because: 'The samples are hung by the verbs that an admin uses, so they are as sound as anything an admin makes.',
    room: '^samples/',
    may: ['^portfolio/'],
  },
  {
    name: 'tools-use-set-up-parts',
    because: 'What is done at the machine goes through the same parts and verbs as the site, not around them.',
    room: '^tools/',
    may: ['^server/(setup|data)/', '^server/(config|log)[.]ts$', '^portfolio/', '^samples/', '^testing/'],
  },
  {
    name: 'testing-serves-every-room',
    because: 'What tests share may build any part, but knows no page and no story.',
    room: '^testing/',
    may: ['^portfolio/', '^server/', '^samples/'],
  },
  {
    name: 'stories-see-what-people-see',
    because: 'A story that reached behind the screen would pass while the screen is broken.',
    room: '^e2e/',
    may: ['^testing/', nouns],
  },
]

/** Packages that only one place may know, so that each can be replaced there. Tests may use them to check. */
const packages = [
  {
    name: 'sharp-in-one-room',
    because: 'The decoder meets strangers’ bytes: what guards it stands in one room.',
    only: '^server/images/',
    of: ['sharp'],
  },
  {
    name: 'drivers-in-one-room',
    because: 'Everyone else speaks Kysely, so what holds on one database holds on the other.',
    only: '^server/data/',
    of: ['pg'],
    core: 'sqlite',
  },
  {
    name: 'better-auth-in-one-room',
    because: 'It mounts routes and trusts fields that we do not want; its one neighbour keeps them shut.',
    only: '^server/auth/',
    of: ['better-auth'],
  },
  {
    name: 'kysely-where-data-is',
    because: 'SQL lives in the verbs and in the rooms that keep tables; everyone else asks a verb.',
    only: '^(portfolio|server/data|server/auth)/',
    of: ['kysely'],
  },
  {
    name: 'tus-server-in-one-room',
    because: 'Uploads arrive as files: to the rest of the house they are a path and a name.',
    only: '^server/files/',
    of: ['@tus/[^/]+'],
  },
  {
    name: 'tus-client-for-admins',
    because: 'Only admins upload, so only they download the 16 KB that do it.',
    only: '^app/admin/',
    of: ['tus-js-client'],
  },
  {
    name: 'hono-at-the-door',
    because: 'HTTP ends at the door: nothing behind it depends on which library opened it.',
    only: '^server/(http/|main[.]ts$)',
    of: ['hono', '@hono/[^/]+'],
  },
  {
    name: 'react-in-the-app',
    because: 'Drawing is what the app is for; the door only hands requests to it.',
    only: '^(app|server/http)/',
    of: ['react', 'react-dom', 'react-router', '@react-router/[^/]+'],
  },
]

const product = '^(app|portfolio|server|samples)/'
const checks = ['^(testing|e2e|bench)/', tests]
const entries = ['^server/main[.]ts$', '^app/(root|routes|entry[.]client|entry[.]server)[.]tsx?$', '^app/pages/', '^tools/']

const everywhere = [
  rule('nouns-run-in-a-browser', 'A noun holds fields and limits that both sides share; anything else would follow it into the browser.', {
    from: { path: nouns },
    to: { pathNot: [nouns, inPackages('zod')] },
  }),
  rule('portfolio-knows-no-technology', 'No HTTP, no React, no driver: the product needs words for data (Kysely, zod) and the list of common passwords.', {
    from: { path: '^portfolio/', pathNot: tests },
    to: { path: '(^|/)node_modules/', pathNot: [inPackages('zod', 'kysely', '@zxcvbn-ts/[^/]+')] },
  }),
  rule('migrations-are-frozen', 'A migration that leant on today’s code would do something else tomorrow.', {
    from: { path: '^server/data/migrations/', pathNot: tests },
    to: { pathNot: [inPackages('kysely')] },
  }),
  rule('admin-comes-lazily', 'Visitors never download what only an admin gets: it is fetched with import(), by whom the server knows to be one.', {
    from: { pathNot: ['^app/admin/', tests] },
    to: { path: '^app/admin/', dynamic: false, dependencyTypesNot: ['type-only'] },
  }),
  rule('browser-has-no-node', 'What may reach a browser cannot lean on what only Node has.', {
    from: { path: '^app/', pathNot: ['^app/entry[.]server[.]tsx$', tests] },
    to: { dependencyTypes: ['core'] },
  }),
  rule('tests-are-leaves', 'A test that others import is no longer a test but a hidden room.', {
    from: {},
    to: { path: tests },
  }),
  rule('plain-names', 'A file is named after what it does: barrels and drawers for odds and ends hide who needs what.', {
    from: {},
    to: { path: '(^|/)(index|utils?|helpers?|common|managers?|services?)([.][a-z]+$|/)', pathNot: '(^|/)node_modules/' },
  }),
  rule('no-circle', 'In a circle no file can be understood, tested or moved alone; a circle of types is one too.', {
    from: {},
    to: { circular: true },
  }),
  rule('no-dead-wood', 'What no page, door, clock or tool reaches is carried along for nothing.', {
    from: { path: entries },
    to: { path: product, pathNot: [tests, '[.]d[.]ts$'], reachable: false },
  }),
  rule('no-dead-props', 'What no test reaches is carried along for nothing.', {
    from: { path: [tests, '^(e2e|bench|tools)/', '^testing/[^/]+[.]global[.]ts$'] },
    to: { path: '^testing/', pathNot: tests, reachable: false },
  }),
  rule('no-unresolvable', 'An import that leads nowhere fails when it is needed. (Route types and the server build are generated.)', {
    from: {},
    to: { couldNotResolve: true, pathNot: ['/[+]types/[^/]+$', '^virtual:'] },
  }),
  rule('packages-are-declared', 'A package that is there by luck may be gone with the next install.', {
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  }),
  rule('product-needs-no-test-package', 'A start installs no development packages, so the product must run without them.', {
    from: { path: product, pathNot: tests },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  }),
]

export default {
  forbidden: [...rooms.flatMap(roomRules), ...packages.map(packageRule), ...everywhere],
  options: {
    // Without it, TypeScript 7 makes dependency-cruiser see no module at all, and pass. It sees type imports as well.
    parser: 'swc',
    doNotFollow: { path: '(^|/)node_modules/' },
    // A style sheet that nobody imports is dead wood too.
    extraExtensionsToScan: ['.css'],
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
    // The copies in which walls are broken borrow the packages through a link.
    preserveSymlinks: true,
  },
}

function roomRules({ name, because, room, own = room, may = [], types = [], mayNot = '^(app|portfolio|server|samples|testing|e2e|bench|tools)/' }) {
  const from = { path: room, pathNot: tests }
  const values = { path: types, dependencyTypesNot: ['type-only'] }
  return [
    rule(name, because, { from, to: { path: mayNot, pathNot: [own, ...may, ...types] } }),
    ...(types.length > 0 ? [rule(name, because, { from, to: { ...values, pathNot: [own, ...may] } })] : []),
  ]
}

function packageRule({ name, because, only, of, core }) {
  const path = [inPackages(...of), ...(core ? [`^(node:)?${core}$`] : [])]
  return rule(name, because, { from: { path: [product, '^tools/'], pathNot: [only, ...checks] }, to: { path } })
}

function inPackages(...names) {
  return `(^|/)node_modules/(${names.join('|')})/`
}

function rule(name, because, { from, to }) {
  return { name, comment: because, severity: 'error', from, to }
}
