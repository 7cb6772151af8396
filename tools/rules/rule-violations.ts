/** Code that a rule must refuse. */
export interface Violation {
  readonly rule: string
  /** A new file with this code, or an existing one to which it is appended. */
  readonly file: string
  readonly code: string
  /** Other new files that the violation needs: path → content. */
  readonly newFiles?: Readonly<Record<string, string>>
}

const [show, edit] = ['#portfolio/project/show.ts', '#portfolio/project/edit.ts']
const [sqlite, createLink] = ['#server/database/sqlite/sqlite.ts', '#app/admin/navigation/create-link.tsx']

let violationCount = 0

/** At least one for each rule of import-rules.mjs, import-rules-packages.mjs and import-rules-global.mjs. */
export const importViolations: readonly Violation[] = [
  ...imports('ui-has-no-data', 'app/ui', show, '#app/visitor/navigation/navbar.tsx'),
  ...imports('browser-patches-are-independent', 'app/browser', show, '#app/visitor/navigation/navbar.tsx'),
  ...imports('visitor-has-no-admin-code', 'app/visitor/projects', show, edit, '#app/requests/responses.ts'),
  violation('visitor-has-no-admin-code', 'app/visitor/projects', `import('${createLink}')`),
  ...imports('admin-forms-are-the-lowest-layer', 'app/admin/forms', '#app/admin/reorder/drag.ts', edit),
  ...imports('admin-features-are-independent', 'app/admin/uploads', '#app/admin/reorder/drag.ts', edit),
  ...imports('admin-screens-are-independent', 'app/admin/screens/project-list', edit),
  ...imports(
    'admin-screens-are-independent',
    'app/admin/screens/project',
    '#app/admin/screens/project-list/project-card-tools.tsx',
  ),
  ...imports('admin-screens-are-independent', 'app/admin/replace-photo', edit),
  ...imports(
    'admin-screens-are-independent',
    'app/admin/screens',
    '#app/admin/screens/project-list/project-card-tools.tsx',
  ),
  ...imports('pages-call-commands', 'app/pages/public', '#server/log.ts', '#portfolio/derivative/derive.ts'),
  ...imports('pages-call-commands', 'app/pages/public', '#portfolio/transaction.ts'),
  ...imports('pages-are-independent', 'app/pages/public', './about.tsx', '#app/pages/account/log-in.tsx'),
  ...imports('requests-are-read-only', 'app/requests', edit, show),
  ...imports('root-is-read-only', 'app', edit, '#portfolio/account/as-admin.ts'),

  violation('portfolio-is-independent', 'portfolio', "import type { Log } from '#server/log.ts'"),
  ...imports('portfolio-is-independent', 'portfolio/project', '#app/requests/request-context.ts'),
  { rule: 'queries-are-read-only', file: 'portfolio/project/show.ts', code: "import '#portfolio/transaction.ts'" },
  { rule: 'queries-are-read-only', file: 'portfolio/account/session.ts', code: "import './as-admin.ts'" },
  { rule: 'queries-are-read-only', file: 'portfolio/photo/show.ts', code: "import './replace.ts'" },
  {
    rule: 'entities-run-in-a-browser',
    file: 'portfolio/studio/studio.ts',
    code: "import type { Kysely } from 'kysely'",
  },
  { rule: 'entities-run-in-a-browser', file: 'portfolio/photo/photo.ts', code: "import './show.ts'" },
  ...imports('portfolio-is-framework-free', 'portfolio', 'hono'),

  { rule: 'start-wires-the-server', file: 'server/start.ts', code: "import '#app/root.tsx'" },
  { rule: 'start-wires-the-server', file: 'server/open-dev-site.ts', code: "import '#app/root.tsx'" },
  { rule: 'config-and-log-are-the-lowest-layer', file: 'server/log.ts', code: "import '#portfolio/form-fields.ts'" },
  { rule: 'config-and-log-are-the-lowest-layer', file: 'server/config.ts', code: "import '#portfolio/result.ts'" },
  ...imports('compose-wires-adapters', 'server/compose', '#server/http/app.ts', edit, '#portfolio/ports.ts'),
  ...imports('backup-reads-database-and-files', 'server/backup', '#server/http/app.ts', show),
  ...imports('move-reads-database-and-files', 'server/move', '#server/http/app.ts', edit),
  ...imports('export-reads-snapshot-and-files', 'server/export', '#server/http/app.ts', edit),
  ...imports('http-imports-no-adapter', 'server/http', '#server/storage/file-system.ts', edit),
  ...imports('http-imports-no-adapter', 'server/http/routes', '#portfolio/account/as-admin.ts'),
  ...imports('jobs-run-background-commands', 'server/jobs', edit, '#portfolio/account/grant.ts'),
  ...imports('adapters-are-independent', 'server/storage', sqlite),
  ...imports('adapters-are-independent', 'server/images', '#server/storage/file-system.ts'),
  ...imports('auth-imports-no-role', 'server/auth', '#portfolio/account/account.ts', '#portfolio/tables.ts'),
  ...imports('migrations-are-frozen', 'server/database/migrations', '#portfolio/tables.ts'),

  ...imports('samples-use-commands', 'samples', sqlite),
  ...imports('tools-use-ports', 'tools', '#app/root.tsx', '#server/images/decode.ts'),
  ...imports('test-support-imports-no-page', 'tests/support', '#app/pages/public/about.tsx'),
  ...imports('browser-tests-import-no-server-code', 'tests/browser', '#portfolio/account/grant.ts', '#app/root.tsx'),
  ...imports('attacks-and-faults-import-no-server-code', 'tests/attacks', '#portfolio/account/grant.ts'),
  ...imports('attacks-and-faults-import-no-server-code', 'tests/faults', sqlite),

  ...imports('telemetry-observes', 'server/telemetry', '#server/http/app.ts', edit),
  ...imports('opentelemetry-only-in-telemetry', 'server/jobs', '@opentelemetry/api'),
  ...imports('sharp-only-in-images', 'server/storage', 'sharp'),
  ...imports('drivers-only-in-database', 'portfolio', 'node:sqlite'),
  ...imports('drivers-only-in-database', 'tools', 'pg'),
  ...imports('better-auth-only-in-auth', 'server/http', 'better-auth/api'),
  ...imports('kysely-only-near-data', 'server/http', 'kysely'),
  ...imports('tus-server-only-in-storage', 'server/http', '@tus/server'),
  ...imports('tus-client-only-for-admins', 'app/pages/public', 'tus-js-client'),
  ...imports('nodemailer-only-in-mail', 'server/jobs', 'nodemailer'),
  violation('hono-only-in-http', 'server/jobs', "import type { Context } from 'hono'"),
  ...imports('react-only-in-app', 'server/images', 'react'),
  ...imports('packages-are-declared', 'app/ui', 'scheduler'),
  ...imports('product-needs-no-test-package', 'app/ui', 'vitest'),

  ...imports('admin-loads-lazily', 'app/pages/public', createLink),
  ...imports('browser-has-no-node', 'app/visitor/projects', 'node:path'),
  ...imports('main-is-not-imported', 'tools', '#server/main.ts', '#server/run.ts'),
  ...imports('tests-are-not-imported', 'portfolio/project', './project.test.ts'),
  { ...violation('plain-names', 'samples', "import './utils.ts'"), newFiles: { 'samples/utils.ts': '' } },
  { ...violation('plain-names', 'app/ui', "import './index.ts'"), newFiles: { 'app/ui/index.ts': '' } },
  {
    rule: 'no-cycles',
    file: 'portfolio/cycle-one.ts',
    code: "import type { Two } from './cycle-two.ts'",
    newFiles: { 'portfolio/cycle-two.ts': "import type { One } from './cycle-one.ts'" },
  },
  violation('no-unused-modules', 'portfolio', 'export const unused = true'),
  { rule: 'no-unused-modules', file: 'app/ui/violation.module.css', code: '.unused { color: red }' },
  violation('no-unused-test-support', 'tests/support', 'export const unused = true'),
  ...imports('no-unresolvable', 'app/ui', './missing.ts'),
]

const parentImport = 'no-relative-parent-imports'
const restrictedProperty = 'no-restricted-properties'
const readEnvironment = 'export const port = process.env.PORT'
const runQuery = "export const query = (db: { selectFrom(table: string): void }) => db.selectFrom('users')"
const runUpdate = "export const update = (db: { updateTable(table: string): void }) => db.updateTable('users')"
const actAsOperator = "import { asOperator } from '#portfolio/account/as-admin.ts'"

/** For .oxlintrc.json: the rules on architecture, and places where an override could have switched one off. */
export const lintViolations: readonly Violation[] = [
  violation(parentImport, 'app/pages/public', "import '../../root.tsx'", 'tsx'),
  violation(parentImport, 'server/database', "export type { Log } from '../log.ts'"),
  violation(parentImport, 'tools', "import('../server/log.ts')"),
  violation(restrictedProperty, 'app/pages/public', readEnvironment, 'tsx'),
  violation(restrictedProperty, 'portfolio', readEnvironment),
  { rule: restrictedProperty, file: 'portfolio/project/show.ts', code: readEnvironment },
  violation(restrictedProperty, 'server/database', 'const { env } = process'),
  { rule: restrictedProperty, file: 'server/start.ts', code: readEnvironment },
  violation(restrictedProperty, 'app/pages/public', runQuery, 'tsx'),
  violation(restrictedProperty, 'server/http', runQuery),
  violation(restrictedProperty, 'tools', runQuery),
  { rule: restrictedProperty, file: 'server/config.ts', code: runQuery },
  { rule: restrictedProperty, file: 'portfolio/project/show.ts', code: runUpdate },
  { rule: restrictedProperty, file: 'portfolio/account/session.ts', code: runUpdate },
  violation('no-restricted-imports', 'server', "import { env } from 'node:process'"),
  violation('no-restricted-imports', 'samples', "import { env } from 'node:process'"),
  violation('no-restricted-imports', 'app/pages/public', actAsOperator, 'tsx'),
  violation('no-restricted-imports', 'server/http', actAsOperator),
  violation('no-console', 'server/http', "console.log('here')"),
  violation('no-console', 'portfolio', "console.error('here')"),
  violation('max-lines', 'portfolio', 'export {}\n'.repeat(301)),
  violation('max-lines-per-function', 'portfolio', functionOfLines(61)),
  violation('max-lines-per-function', 'app/ui', functionOfLines(101), 'tsx'),
  violation('no-explicit-any', 'server', 'export const anything: any = 1'),
  violation('no-barrel-file', 'portfolio', "export * from './form-fields.ts'"),
  violation(
    'consistent-type-imports',
    'portfolio',
    "import { Ports } from './ports.ts'\nexport const log = (ports: Ports) => ports.log",
  ),
  violation('no-danger', 'app/ui', "const raw = <p dangerouslySetInnerHTML={{ __html: '' }} />", 'tsx'),
  violation(
    'rules-of-hooks',
    'app/ui',
    "import { useId } from 'react'\nexport const useSome = (on: boolean) => (on ? useId() : '')",
    'tsx',
  ),
  violation(
    'exhaustive-deps',
    'app/admin/forms',
    "import { useEffect } from 'react'\nexport const useSome = (run: () => void) => useEffect(() => run(), [])",
    'tsx',
  ),
]

const inBrowser = (name: string) => `export function HydrateFallback() { return <p>{${name}.name}</p> }`

/** Imports that must fail the browser build; `rule` is the server file that they would have included. */
export const browserBundleViolations: readonly Violation[] = [
  {
    rule: 'server/log.ts',
    file: 'app/pages/public/not-found.tsx',
    code: `import { print } from '#server/log.ts'\n${inBrowser('print')}`,
  },
  {
    rule: 'portfolio/account/as-admin.ts',
    file: 'app/pages/public/not-found.tsx',
    code: `import { asAdmin } from '#portfolio/account/as-admin.ts'\n${inBrowser('asAdmin')}`,
  },
]

/** One violation for each import: a new file in `folder` that imports `paths`. */
function imports(rule: string, folder: string, ...paths: readonly string[]): Violation[] {
  return paths.map((path) => violation(rule, folder, `import '${path}'`))
}

/** Each violation has its own file, so that one run of a check covers many. */
function violation(rule: string, folder: string, code: string, extension: 'ts' | 'tsx' = 'ts'): Violation {
  violationCount += 1
  return { rule, file: `${folder}/violation-${violationCount}.${extension}`, code }
}

function functionOfLines(count: number): string {
  return `export function long() {\n${'  void 0\n'.repeat(count - 2)}}\n`
}
