import { inPackages } from './import-rule-paths.mjs'

/** Packages that only one folder may import. Tests may import them too. */
export const packages = [
  {
    name: 'sharp-only-in-images',
    because: 'The decoder reads untrusted bytes: everything that confines it is in one folder.',
    only: '^server/images/',
    path: [inPackages('sharp')],
  },
  {
    name: 'drivers-only-in-database',
    because: 'All other code uses Kysely, so that it behaves the same on both databases.',
    only: '^server/database/',
    path: [inPackages('pg'), '^(node:)?sqlite$'],
  },
  {
    name: 'better-auth-only-in-auth',
    because: 'It has routes and fields that must not be exposed, and one folder can ensure that.',
    only: '^server/auth/',
    path: [inPackages('better-auth')],
  },
  {
    name: 'kysely-only-near-data',
    because: 'SQL lives in the commands and queries and in the adapters that own tables.',
    only: '^(portfolio|server/database|server/auth)/',
    path: [inPackages('kysely')],
  },
  {
    name: 'tus-server-only-in-storage',
    because: 'For all other code, a finished upload is a file and a name.',
    only: '^server/storage/',
    path: [inPackages('@tus/[^/]+')],
  },
  {
    name: 'tus-client-only-for-admins',
    because: 'Only admins upload, so only they download its 16 KB.',
    only: '^app/admin/',
    path: [inPackages('tus-js-client')],
  },
  {
    name: 'nodemailer-only-in-mail',
    because: 'Only the background job sends: all other code queues e-mails.',
    only: '^server/mail/',
    path: [inPackages('nodemailer')],
  },
  {
    name: 'hono-only-in-http',
    because: 'All other code is independent of the HTTP library.',
    only: '^server/(http/|start[.]ts$)',
    path: [inPackages('hono', '@hono/[^/]+')],
  },
  {
    name: 'opentelemetry-only-in-telemetry',
    because: 'It is loaded only by sites that have a collector: all other code publishes on channels of Node.',
    only: '^server/telemetry/',
    path: [inPackages('@opentelemetry/[^/]+')],
  },
  {
    name: 'react-only-in-app',
    because: 'Only the app renders; HTTP passes requests to it.',
    only: '^(app/|server/(http|telemetry)/|server/(main|start|open-dev-site|server-build[.]d)[.]ts$)',
    path: [inPackages('react', 'react-dom', 'react-router', '@react-router/[^/]+')],
  },
]
