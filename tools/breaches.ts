/** What somebody might write one day, and the rule that has to stop it. */
export interface Breach {
  readonly rule: string
  /** Where it would be written: into a new file, or at the end of the one that is there. */
  readonly file: string
  readonly code: string
  /** New files that it takes as well. */
  readonly beside?: Readonly<Record<string, string>>
}

/** Every wall of walls.mjs is broken at least once. */
export const wallBreaches: readonly Breach[] = [
  { rule: 'ui-knows-no-data', file: 'app/ui/breach.ts', code: "import '#portfolio/project/show.ts'" },
  { rule: 'ui-knows-no-data', file: 'app/ui/breach.ts', code: "import '#app/showcase/navbar.tsx'" },
  { rule: 'showcase-is-for-visitors', file: 'app/showcase/breach.ts', code: "import('#app/admin/create-link.tsx')" },
  { rule: 'showcase-is-for-visitors', file: 'app/showcase/breach.ts', code: "import '#portfolio/project/show.ts'" },
  { rule: 'admin-asks-pages', file: 'app/admin/breach.ts', code: "import '#portfolio/project/edit.ts'" },
  { rule: 'pages-call-verbs', file: 'app/pages/breach.tsx', code: "import '#server/log.ts'" },
  { rule: 'pages-call-verbs', file: 'app/pages/breach.tsx', code: "import '#portfolio/photo/make.ts'" },
  { rule: 'pages-call-verbs', file: 'app/pages/breach.tsx', code: "import '#portfolio/change-together.ts'" },
  { rule: 'pages-stand-alone', file: 'app/pages/breach.tsx', code: "import './about.tsx'" },
  { rule: 'frame-only-shows', file: 'app/breach.ts', code: "import '#portfolio/project/edit.ts'" },
  { rule: 'frame-only-shows', file: 'app/breach.ts', code: "import '#portfolio/account/as-admin.ts'" },

  { rule: 'portfolio-stands-alone', file: 'portfolio/breach.ts', code: "import type { Visit } from '#app/context.ts'" },
  { rule: 'portfolio-stands-alone', file: 'portfolio/breach.ts', code: "import '#server/data/tables.ts'" },
  { rule: 'show-changes-nothing', file: 'portfolio/project/show.ts', code: "import '#portfolio/change-together.ts'" },
  { rule: 'nouns-run-in-a-browser', file: 'portfolio/studio/studio.ts', code: "import type { Kysely } from 'kysely'" },
  { rule: 'nouns-run-in-a-browser', file: 'portfolio/photo/photo.ts', code: "import './show.ts'" },
  { rule: 'portfolio-knows-no-technology', file: 'portfolio/breach.ts', code: "import 'hono'" },

  { rule: 'nobody-imports-main', file: 'tools/breach.ts', code: "import('#server/main.ts')" },
  { rule: 'start-joins-the-server', file: 'server/start.ts', code: "import '#app/root.tsx'" },
  { rule: 'config-and-log-come-first', file: 'server/log.ts', code: "import '#portfolio/text.ts'" },
  { rule: 'setup-joins-machines', file: 'server/setup/breach.ts', code: "import '#server/http/app.ts'" },
  { rule: 'setup-joins-machines', file: 'server/setup/breach.ts', code: "import '#portfolio/project/edit.ts'" },
  { rule: 'doors-know-no-machine', file: 'server/http/breach.ts', code: "import '#server/files/folder.ts'" },
  { rule: 'doors-know-no-machine', file: 'server/http/breach.ts', code: "import '#portfolio/project/edit.ts'" },
  { rule: 'doors-know-no-machine', file: 'server/http/breach.ts', code: "import '#portfolio/account/as-admin.ts'" },
  { rule: 'clock-asks-clock-verbs', file: 'server/clock/breach.ts', code: "import '#portfolio/project/edit.ts'" },
  { rule: 'machines-know-their-socket', file: 'server/files/breach.ts', code: "import '#server/data/sqlite.ts'" },
  { rule: 'auth-knows-no-role', file: 'server/auth/breach.ts', code: "import '#portfolio/account/account.ts'" },
  { rule: 'migrations-are-frozen', file: 'server/data/migrations/breach.ts', code: "import '#server/data/tables.ts'" },

  { rule: 'samples-use-verbs', file: 'samples/breach.ts', code: "import '#server/data/sqlite.ts'" },
  { rule: 'tools-use-parts', file: 'tools/breach.ts', code: "import '#server/http/app.ts'" },
  { rule: 'testing-knows-no-page', file: 'testing/breach.ts', code: "import '#app/pages/about.tsx'" },
  { rule: 'stories-stay-in-front', file: 'e2e/breach.ts', code: "import '#portfolio/account/grant.ts'" },

  { rule: 'attackers-stay-outside', file: 'attack/breach.ts', code: "import '#portfolio/account/grant.ts'" },

  { rule: 'sharp-in-one-room', file: 'server/files/breach.ts', code: "import 'sharp'" },
  { rule: 'drivers-in-one-room', file: 'portfolio/breach.ts', code: "import 'node:sqlite'" },
  { rule: 'drivers-in-one-room', file: 'tools/breach.ts', code: "import 'pg'" },
  { rule: 'better-auth-in-one-room', file: 'server/http/breach.ts', code: "import 'better-auth/api'" },
  { rule: 'kysely-where-data-is', file: 'server/http/breach.ts', code: "import { sql } from 'kysely'" },
  { rule: 'tus-server-in-one-room', file: 'server/http/breach.ts', code: "import '@tus/server'" },
  { rule: 'tus-client-for-admins', file: 'app/pages/breach.tsx', code: "import 'tus-js-client'" },
  { rule: 'hono-at-the-door', file: 'server/clock/breach.ts', code: "import type { Context } from 'hono'" },
  { rule: 'react-in-the-app', file: 'server/images/breach.ts', code: "import 'react'" },
  { rule: 'packages-are-declared', file: 'app/ui/breach.ts', code: "import 'scheduler'" },
  { rule: 'product-needs-no-test-package', file: 'app/ui/breach.ts', code: "import 'vitest'" },

  { rule: 'admin-comes-lazily', file: 'app/pages/breach.tsx', code: "import '#app/admin/create-link.tsx'" },
  { rule: 'browser-has-no-node', file: 'app/showcase/breach.ts', code: "import 'node:path'" },
  { rule: 'tests-are-leaves', file: 'app/showcase/breach.ts', code: "import './rows.test.ts'" },
  { rule: 'plain-names', file: 'samples/breach.ts', code: "import './utils.ts'", beside: { 'samples/utils.ts': '' } },
  { rule: 'plain-names', file: 'app/ui/breach.ts', code: "import './index.ts'", beside: { 'app/ui/index.ts': '' } },
  {
    rule: 'no-circle',
    file: 'portfolio/breach-one.ts',
    code: "import type { Other } from './breach-two.ts'",
    beside: { 'portfolio/breach-two.ts': "import type { One } from './breach-one.ts'" },
  },
  { rule: 'no-dead-wood', file: 'portfolio/breach.ts', code: 'export const unheard = true' },
  { rule: 'no-dead-wood', file: 'app/ui/breach.module.css', code: '.unseen { color: red }' },
  { rule: 'no-dead-props', file: 'testing/breach.ts', code: 'export const unused = true' },
  { rule: 'no-unresolvable', file: 'app/ui/breach.ts', code: "import './nowhere.ts'" },
]

const climbing = 'no-relative-parent-imports'
const oneReader = 'no-restricted-properties'
const environment = 'export const port = process.env.PORT'
const question = "export const ask = (db: { selectFrom(table: string): void }) => db.selectFrom('users')"
const change = "export const tell = (db: { updateTable(table: string): void }) => db.updateTable('users')"
const atTheMachine = "import { changeAtTheMachine } from '#portfolio/account/as-admin.ts'"

/** The habits of the house, each where an override might have let it go. */
export const habitBreaches: readonly Breach[] = [
  { rule: climbing, file: 'app/pages/breach.tsx', code: "import '../context.ts'" },
  { rule: climbing, file: 'server/data/breach.ts', code: "export type { Log } from '../log.ts'" },
  { rule: climbing, file: 'tools/breach.ts', code: "import('../server/log.ts')" },
  { rule: oneReader, file: 'app/pages/breach.tsx', code: environment },
  { rule: oneReader, file: 'portfolio/breach.ts', code: environment },
  { rule: oneReader, file: 'portfolio/project/show.ts', code: environment },
  { rule: oneReader, file: 'server/data/breach.ts', code: 'const { env } = process' },
  { rule: oneReader, file: 'server/start.ts', code: environment },
  { rule: oneReader, file: 'app/pages/breach.tsx', code: question },
  { rule: oneReader, file: 'server/http/breach.ts', code: question },
  { rule: oneReader, file: 'tools/breach.ts', code: question },
  { rule: oneReader, file: 'server/config.ts', code: question },
  { rule: oneReader, file: 'portfolio/project/show.ts', code: change },
  { rule: 'no-restricted-imports', file: 'server/breach.ts', code: "import { env } from 'node:process'" },
  { rule: 'no-restricted-imports', file: 'app/pages/breach.tsx', code: atTheMachine },
  { rule: 'no-restricted-imports', file: 'server/http/breach.ts', code: atTheMachine },
  { rule: 'no-console', file: 'server/http/breach.ts', code: "console.log('here')" },
  { rule: 'no-console', file: 'portfolio/breach.ts', code: "console.error('here')" },
  { rule: 'max-lines', file: 'portfolio/breach.ts', code: 'export {}\n'.repeat(301) },
  { rule: 'max-lines-per-function', file: 'portfolio/breach.ts', code: functionOf(61) },
  { rule: 'max-lines-per-function', file: 'app/ui/breach.tsx', code: functionOf(101) },
  { rule: 'no-explicit-any', file: 'server/breach.ts', code: 'export const whatever: any = 1' },
  { rule: 'no-barrel-file', file: 'portfolio/breach.ts', code: "export * from './text.ts'" },
  {
    rule: 'consistent-type-imports',
    file: 'portfolio/breach.ts',
    code: "import { Parts } from './parts.ts'\nexport const log = (parts: Parts) => parts.log",
  },
  { rule: 'no-danger', file: 'app/ui/breach.tsx', code: "const raw = <p dangerouslySetInnerHTML={{ __html: '' }} />" },
  {
    rule: 'rules-of-hooks',
    file: 'app/ui/breach.tsx',
    code: "import { useId } from 'react'\nexport const useSome = (on: boolean) => (on ? useId() : '')",
  },
  {
    rule: 'exhaustive-deps',
    file: 'app/admin/breach.tsx',
    code: "import { useEffect } from 'react'\nexport const useSome = (tell: () => void) => useEffect(() => tell(), [])",
  },
]

const usedByPage = (name: string) => `export function HydrateFallback() { return <p>{${name}.name}</p> }`

/** What the build must refuse to send to a browser; `rule` is the file that would have been sent. */
export const downloadBreaches: readonly Breach[] = [
  {
    rule: 'server/log.ts',
    file: 'app/pages/not-found.tsx',
    code: `import { say } from '#server/log.ts'\n${usedByPage('say')}`,
  },
  {
    rule: 'portfolio/account/as-admin.ts',
    file: 'app/pages/not-found.tsx',
    code: `import { changeAsAdmin } from '#portfolio/account/as-admin.ts'\n${usedByPage('changeAsAdmin')}`,
  },
]

function functionOf(lines: number): string {
  return `export function long() {\n${'  void 0\n'.repeat(lines - 2)}}\n`
}
