import { entities, inPackages, product, tests } from './import-rule-paths.mjs'

const entries = [
  '^server/(main[.]ts|(images|backup)/worker[.]ts|auth/hash-worker[.]mjs)$',
  '^app/(root|routes|entry[.](client|server))[.]tsx?$',
  '^app/pages/',
  '^tools/',
]
/** Unit tests, and files that a test runner or a test starts by their path. */
const testPrograms = [
  tests,
  '^tests/(browser|attacks|faults|engines)/',
  '^bench/',
  '^tests/support/(.+-global-setup|site-data/prepared-site|summary-reporter|programs/.+)[.]ts$',
]

/** The style sheets that `app/admin/styles/admin.css` and `viewer.css` import: only imports in code are followed. */
const importedByCss = '^app/(admin/(?!styles/admin[.]css).+|visitor/viewer/counter-and-caption)[.]css$'

/** Rules for every folder. */
export const globalRules = [
  {
    name: 'entities-run-in-a-browser',
    because: 'Server and browser share the entities, so everything that these import is also sent to the browser.',
    from: { path: entities },
    to: { pathNot: [entities, inPackages('zod')] },
  },
  {
    name: 'portfolio-is-framework-free',
    because: 'No HTTP, no React, no driver: the domain needs queries, schemas and the list of common passwords.',
    from: { path: '^portfolio/', pathNot: tests },
    to: { path: inPackages('.+'), pathNot: inPackages('zod', 'kysely', '@zxcvbn-ts/[^/]+') },
  },
  {
    name: 'migrations-are-frozen',
    because: 'A migration that imported other code would change with it.',
    from: { path: '^server/database/migrations/', pathNot: tests },
    to: { pathNot: inPackages('kysely') },
  },
  {
    name: 'admin-loads-lazily',
    because: 'Visitors never download what only an admin uses: a page loads it with import().',
    from: { pathNot: ['^app/admin/', tests] },
    to: { path: '^app/admin/', dynamic: false, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'browser-has-no-node',
    because: 'Code that may reach a browser cannot use modules that only Node has.',
    from: { path: '^app/', pathNot: ['^app/entry[.]server[.]tsx$', tests] },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'main-is-not-imported',
    because: 'main.ts and run.ts start the whole site: importing one of them would start a second site.',
    from: { pathNot: '^server/main[.]ts$' },
    to: { path: '^server/(main|run)[.]ts$' },
  },
  {
    name: 'tests-are-not-imported',
    because: 'Code that other files import is shared and belongs in its own file.',
    from: {},
    to: { path: tests },
  },
  {
    name: 'plain-names',
    because: 'A file is named after what it does; barrels and miscellaneous collections hide who needs what.',
    from: {},
    to: { path: '/(index|utils?|helpers?|common|managers?|services?)([.][a-z]+$|/)', pathNot: inPackages('.+') },
  },
  {
    name: 'no-cycles',
    because: 'Modules in a cycle cannot be understood, tested or moved separately. Cycles of types count too.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-unused-modules',
    because: 'A module that no page, route, job or tool reaches is dead code.',
    from: { path: entries },
    to: { path: product, pathNot: [...entries, tests, '[.]d[.]ts$', importedByCss], reachable: false },
  },
  {
    name: 'no-unused-test-support',
    because: 'A module that no test reaches is dead code.',
    from: { path: [...testPrograms, '^tools/'] },
    to: { path: '^tests/support/', pathNot: testPrograms, reachable: false },
  },
  {
    name: 'no-unresolvable',
    because: 'An import that resolves to nothing fails when it is needed; route types and the build are generated.',
    from: {},
    to: { couldNotResolve: true, pathNot: ['/[+]types/[^/]+$', '^virtual:react-router/'] },
  },
  {
    name: 'packages-are-declared',
    because: 'A package that another one happens to install may be missing after the next install.',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'product-needs-no-test-package',
    because: '`npm start` installs no development packages, so the product must work without them.',
    from: { path: product, pathNot: tests },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
]
