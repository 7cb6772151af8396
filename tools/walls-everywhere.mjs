import { inPackages, nouns, product, tests } from './places.mjs'

const entries = [
  '^server/(main|images/worker)[.]ts$',
  '^app/(root|routes|entry[.](client|server))[.]tsx?$',
  '^app/pages/',
  '^tools/',
]
/** Besides tests: what they start by its name. */
const trials = [
  tests,
  '^(e2e|attack|fault|bench)/',
  '^testing/(postgres[.]global|acknowledged-writer|unruly-child)[.]ts$',
]

/** What holds in every room. */
export const everywhere = [
  {
    name: 'nouns-run-in-a-browser',
    because: 'A noun holds what both sides share; anything it imported would follow it into the browser.',
    from: { path: nouns },
    to: { pathNot: [nouns, inPackages('zod')] },
  },
  {
    name: 'portfolio-knows-no-technology',
    because: 'No HTTP, no React, no driver: the product needs words for data, and the list of common passwords.',
    from: { path: '^portfolio/', pathNot: tests },
    to: { path: inPackages('.+'), pathNot: inPackages('zod', 'kysely', '@zxcvbn-ts/[^/]+') },
  },
  {
    name: 'migrations-are-frozen',
    because: 'A migration that leant on today’s code would do something else tomorrow.',
    from: { path: '^server/data/migrations/', pathNot: tests },
    to: { pathNot: inPackages('kysely') },
  },
  {
    name: 'admin-comes-lazily',
    because: 'Visitors never download what only an admin gets: a page fetches it with import().',
    from: { pathNot: ['^app/admin/', tests] },
    to: { path: '^app/admin/', dynamic: false, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'browser-has-no-node',
    because: 'What may reach a browser cannot lean on what only Node has.',
    from: { path: '^app/', pathNot: ['^app/entry[.]server[.]tsx$', tests] },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'nobody-imports-main',
    because: 'Main starts the whole site: whoever imported it would start a second one.',
    from: {},
    to: { path: '^server/main[.]ts$' },
  },
  {
    name: 'tests-are-leaves',
    because: 'A test that something else imports is no test but a hidden room.',
    from: {},
    to: { path: tests },
  },
  {
    name: 'plain-names',
    because: 'A file is named after what it does; barrels and drawers for odds and ends hide who needs what.',
    from: {},
    to: { path: '/(index|utils?|helpers?|common|managers?|services?)([.][a-z]+$|/)', pathNot: inPackages('.+') },
  },
  {
    name: 'no-circle',
    because: 'In a circle nothing can be understood, tested or moved alone; a circle of types is one too.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-dead-wood',
    because: 'What no page, door, clock or tool reaches is carried along for nothing.',
    from: { path: entries },
    to: { path: product, pathNot: [...entries, tests, '[.]d[.]ts$'], reachable: false },
  },
  {
    name: 'no-dead-props',
    because: 'What no test reaches is carried along for nothing.',
    from: { path: [...trials, '^tools/'] },
    to: { path: '^testing/', pathNot: trials, reachable: false },
  },
  {
    name: 'no-unresolvable',
    because: 'An import that leads nowhere fails on the day it is needed; route types and the build are generated.',
    from: {},
    to: { couldNotResolve: true, pathNot: ['/[+]types/[^/]+$', '^virtual:react-router/'] },
  },
  {
    name: 'packages-are-declared',
    because: 'A package that is there by luck may be gone with the next install.',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'product-needs-no-test-package',
    because: 'A start installs no development packages, so the product must do without them.',
    from: { path: product, pathNot: tests },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
]
