import { execFile } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { accounts } from '#tests/support/accounts.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'

const folderVariable = 'ENFILADE_PREPARED'
// On a busy machine the image workers, which run at low priority, can take minutes.
const readyTimeoutMs = 1_200_000

/** A browser session, in the format of the option `storageState` of Playwright's `newContext`. */
export interface Session {
  readonly cookies: SessionCookie[]
  readonly origins: []
}

interface SessionCookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly path: string
  readonly expires: number
  readonly httpOnly: boolean
  readonly secure: boolean
  readonly sameSite: 'Lax'
}

const noSession: Session = { cookies: [], origins: [] }

/** The data folder that each site of the tests copies. */
export function preparedFolder(): string {
  return join(folder(), 'data')
}

/**
 * The sessions that are open in the prepared data folder. They are valid for every copy on every port: copies share the
 * secret, and cookies do not distinguish ports.
 */
export function preparedSessions(): Record<'visitor' | 'user' | 'admin' | 'colleague', Session> {
  const { user, admin, colleague } = JSON.parse(readFileSync(sessionsFile(folder()), 'utf8')) as Record<
    'user' | 'admin' | 'colleague',
    Session
  >
  return { visitor: noSession, user, admin, colleague }
}

/**
 * Playwright global setup: opens a site with the projects of the browser tests, waits until the derivatives of all photos
 * are ready, signs up the accounts, grants the admin role, opens the sessions and copies the folder.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache')
  // A developer can reuse a prepared folder, which saves a minute per run.
  if (process.env[folderVariable]) return async () => {}
  const prepared = await mkdtemp(join(tmpdir(), 'enfilade-prepared-'))
  const site = await SiteProcess.create(null)
  await promisify(execFile)(process.execPath, ['tests/support/programs/test-portfolio.ts', site.dataDir])
  await site.start()
  await waitForDerivatives(site)
  for (const account of Object.values(accounts)) await submitCredentials(site, '/signup', account)
  await site.runAdminCommand('grant', accounts.admin.email, '--keep-password')
  const sessions = {
    user: await submitCredentials(site, '/login', accounts.user),
    admin: await submitCredentials(site, '/login', accounts.admin),
    colleague: await submitCredentials(site, '/login', accounts.admin),
  }
  await writeFile(sessionsFile(prepared), JSON.stringify(sessions))
  // Stopping closes the database, so that it is a single file.
  await site.stop()
  // On a busy machine, the site may have run long enough to make a backup.
  site.sql(`delete from healthFacts where key = 'backup'`)
  await rm(join(site.dataDir, 'backups'), { recursive: true, force: true })
  cpSync(site.dataDir, join(prepared, 'data'), { recursive: true })
  await site.close()
  process.env[folderVariable] = prepared
  return async () => {
    delete process.env[folderVariable]
    await rm(prepared, { recursive: true, force: true })
  }
}

function folder(): string {
  const prepared = process.env[folderVariable]
  if (!prepared) throw new Error('the prepared site is missing: the global setup did not run')
  return prepared
}

function sessionsFile(prepared: string): string {
  return join(prepared, 'sessions.json')
}

async function waitForDerivatives(site: SiteProcess): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs
  while (Date.now() < deadline) {
    const [row] = site.sql<{ waiting: number }>(`select count(*) as waiting from photos where state <> 'ready'`)
    if (row?.waiting === 0) return
    await setTimeout(250)
  }
  throw new Error(`The sample photos were not ready in time:\n${site.output}`)
}

/** Signs up or logs in. Returns the session that a browser would keep. */
async function submitCredentials(
  site: SiteProcess,
  path: '/signup' | '/login',
  form: { email: string; password: string },
): Promise<Session> {
  const response = await fetch(site.origin + path, {
    method: 'POST',
    // A separate client address, so that these attempts do not count towards the rate limits in the tests.
    headers: { Origin: site.origin, 'X-Forwarded-For': '192.0.2.1' },
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  if (response.status !== 302) throw new Error(`${path} returned ${response.status}`)
  return { cookies: response.headers.getSetCookie().map(cookieOf), origins: [] }
}

function cookieOf(header: string): SessionCookie {
  const [pair = '', ...attributes] = header.split('; ')
  const separator = pair.indexOf('=')
  return {
    name: pair.slice(0, separator),
    value: pair.slice(separator + 1),
    domain: 'localhost',
    path: attributes.find((attribute) => attribute.startsWith('Path='))?.slice('Path='.length) ?? '/',
    expires: -1,
    httpOnly: true,
    secure: attributes.includes('Secure'),
    sameSite: 'Lax',
  }
}
