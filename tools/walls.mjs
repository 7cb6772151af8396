import { house, inPackages, nouns, product, sockets, tables, tests, verbs } from './places.mjs'
import { everywhere } from './walls-everywhere.mjs'

/**
 * The walls of the house: which room may know which, and why. `npm run walls` checks them; `npm run prove-walls`
 * breaks each one on purpose, so that a wall that stands here is a wall that holds.
 *
 * Places are regular expressions over the path from the top folder; `$1` repeats the first group of the room's.
 */

/** What a room may import from the rest of the house; what stands under `types`, with `import type` only. */
const rooms = [
  // app: what people see
  {
    name: 'ui-knows-no-data',
    room: '^app/ui/',
    may: [nouns],
    because: 'Shared looks are handed what they show, so that every room of the app can use them.',
  },
  {
    name: 'showcase-is-for-visitors',
    room: '^app/showcase/',
    may: ['^app/ui/', nouns, sockets],
    because: 'Every visitor downloads these pieces: nothing of the admin, and no verb, may come along.',
  },
  {
    name: 'admin-asks-pages',
    room: '^app/admin/',
    may: ['^app/(showcase|ui)/', nouns, sockets],
    because: 'A piece for the admin posts to a page: the page calls the verb, and the verb asks who is there.',
  },
  {
    name: 'pages-call-verbs',
    because: 'A page asks and tells through the verbs of its visitor; it never makes, sweeps or grants.',
    room: '^app/pages/',
    may: ['^app/[^/]+$', '^app/(showcase|ui|admin)/', nouns, sockets, verbs('show|edit|create|send|enter|as-admin')],
    types: ['^portfolio/change-together[.]ts$'],
  },
  {
    name: 'pages-stand-alone',
    because: 'There is one file for each URL: what two pages share is a piece, and lives in showcase or ui.',
    room: '^app/pages/([^/.]+)[.]',
    own: '^app/pages/$1[.]',
    mayNot: '^app/pages/.+[.]tsx?$',
  },
  {
    name: 'frame-only-shows',
    because: 'The document and its context surround every page: they may read, never change.',
    room: '^app/[^/]+$',
    may: ['^app/(showcase|ui|admin)/', nouns, sockets, verbs('show')],
  },

  // portfolio: what the product is
  {
    name: 'portfolio-stands-alone',
    room: '^portfolio/',
    types: [tables],
    because: 'What the product is must not depend on how it is served; of the server it knows the shape of the tables.',
  },
  {
    name: 'show-changes-nothing',
    because: 'The file name is the permission: show is for visitors, and they only read.',
    room: '^portfolio/[^/]+/show[.]ts$',
    mayNot:
      '^portfolio/(.+/(as-admin|edit|create|send|enter|grant|hang|receive|touch|make|sweep|forget)|change-together)[.]ts$',
  },

  // server: what never leaves
  {
    name: 'start-joins-the-server',
    room: '^server/(main|start)[.]ts$',
    may: ['^(server|samples|portfolio)/'],
    because: 'Start joins the rooms of the server; what people see is handed to it as a finished build.',
  },
  {
    name: 'config-and-log-come-first',
    room: '^server/(config|log)[.]ts$',
    types: [sockets],
    because: 'Everything else is made from them, so they can know nothing of it.',
  },
  {
    name: 'setup-joins-machines',
    because: 'Machines are chosen in one place, and it knows of the product only what they plug into.',
    room: '^server/setup/',
    may: ['^server/(data|files|images|live|auth)/', '^server/(config|log)[.]ts$'],
    types: ['^portfolio/'],
  },
  {
    name: 'doors-know-no-machine',
    because: 'A door learns who asks and hands on the parts; behind it, one machine and many look the same.',
    room: '^server/http/',
    may: ['^app/context[.]ts$', nouns, sockets, verbs('show|share')],
  },
  {
    name: 'clock-asks-clock-verbs',
    room: '^server/clock/',
    may: [sockets, verbs('make|sweep|forget')],
    because: 'The clock does what nobody waits for, never what a person should have asked for.',
  },
  {
    name: 'machines-know-their-socket',
    because: 'A machine that knows no other machine can be replaced alone.',
    room: '^server/(data|files|images|live)/',
    own: '^server/$1/',
    may: [nouns, sockets],
  },
  {
    name: 'auth-knows-no-role',
    room: '^server/auth/',
    may: [sockets],
    types: [tables],
    because: 'Who somebody is and what they may do are kept apart: what is never seen cannot be handed out.',
  },

  // around the product
  {
    name: 'samples-use-verbs',
    room: '^samples/',
    may: ['^portfolio/'],
    because: 'Samples are hung by the verbs of an admin, so they are as sound as anything an admin makes.',
  },
  {
    name: 'tools-use-parts',
    because: 'What is done at the machine goes through the parts and verbs of the site, not around them.',
    room: '^tools/',
    may: ['^server/(setup|data)/', '^server/(config|log|start)[.]ts$', '^(portfolio|samples|testing)/'],
  },
  {
    name: 'testing-knows-no-page',
    room: '^testing/',
    may: ['^(portfolio|server|samples)/', '^app/context[.]ts$'],
    because: 'What tests share may build any part; what people see is tried by stories.',
  },
  {
    name: 'stories-stay-in-front',
    room: '^e2e/',
    may: ['^testing/', '^app/routes[.]ts$', nouns],
    because: 'A story that reached behind the screen would pass while the screen is broken; addresses are in front.',
  },
  {
    name: 'attackers-stay-outside',
    room: '^(attack|fault)/',
    own: '^(attack|fault|e2e)/',
    may: ['^testing/', '^app/routes[.]ts$', nouns],
    because: 'Whoever attacks has what a stranger has: an address. What came of it is read from the disk.',
  },
]

/** Packages that one place alone may know. Tests may use them to look. */
const packages = [
  {
    name: 'sharp-in-one-room',
    only: '^server/images/',
    path: [inPackages('sharp')],
    because: 'The decoder meets strangers’ bytes: all that guards it stands in one room.',
  },
  {
    name: 'drivers-in-one-room',
    only: '^server/data/',
    path: [inPackages('pg'), '^(node:)?sqlite$'],
    because: 'Everyone else speaks Kysely, so what holds on one database holds on the other.',
  },
  {
    name: 'better-auth-in-one-room',
    only: '^server/auth/',
    path: [inPackages('better-auth')],
    because: 'It has routes and fields that we keep shut, and one room can watch over.',
  },
  {
    name: 'kysely-where-data-is',
    only: '^(portfolio|server/data|server/auth)/',
    path: [inPackages('kysely')],
    because: 'SQL lives in the verbs and in the rooms that keep tables; everyone else asks a verb.',
  },
  {
    name: 'tus-server-in-one-room',
    only: '^server/files/',
    path: [inPackages('@tus/[^/]+')],
    because: 'To the rest of the house an upload that has arrived is a path and a name.',
  },
  {
    name: 'tus-client-for-admins',
    only: '^app/admin/',
    path: [inPackages('tus-js-client')],
    because: 'Only admins upload, so only they download the 16 KB that do it.',
  },
  {
    name: 'hono-at-the-door',
    only: '^server/(http/|start[.]ts$)',
    path: [inPackages('hono', '@hono/[^/]+')],
    because: 'HTTP ends at the door: nothing behind it knows which library opened it.',
  },
  {
    name: 'react-in-the-app',
    because: 'Drawing is what the app is for; the door only hands requests to it.',
    only: '^(app/|server/http/|server/(main|start)[.]ts$)',
    path: [inPackages('react', 'react-dom', 'react-router', '@react-router/[^/]+')],
  },
]

export default {
  forbidden: [...rooms.flatMap(wallsOf), ...packages.map(keyOf), ...everywhere].map(asRule),
  options: {
    // TypeScript 7 cannot parse for it. Without @swc/core it finds no TypeScript at all, and without this line it takes
    // type imports for real ones.
    parser: 'swc',
    doNotFollow: { path: inPackages('.+') },
    // A style sheet that nobody imports is dead wood too.
    extraExtensionsToScan: ['.css'],
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
    // The copies in which walls are broken borrow their packages through a link.
    preserveSymlinks: true,
  },
}

function wallsOf({ name, because, room, own = room, may = [], types = [], mayNot = house }) {
  const from = { path: room, pathNot: tests }
  const known = [own, ...may]
  const wall = { name, because, from, to: { path: mayNot, pathNot: [...known, ...types] } }
  if (types.length === 0) return [wall]
  return [wall, { name, because, from, to: { path: types, pathNot: known, dependencyTypesNot: ['type-only'] } }]
}

function keyOf({ name, because, only, path }) {
  return { name, because, from: { path: [product, '^tools/'], pathNot: [only, tests] }, to: { path } }
}

function asRule({ name, because, from, to }) {
  return { name, severity: 'error', comment: because, from, to }
}
