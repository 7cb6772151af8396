import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { accounts } from '#tests/support/accounts.ts'
import { SiteProcess, type Launch } from '#tests/support/site/site-process.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'
import type { FaultContext } from './fault.ts'
import { AdminClient, type SiteAddress } from './admin-client.ts'
import { launchWithInjector } from './injector/injector.ts'

/** Generous, because the machine may be busy. */
const deriveTimeoutMs = 600_000

export const withoutSamples = { SAMPLES: 'off' } as const

/** Creates the data folder that each case copies: the accounts, and a project of 3 images with derivatives. */
export async function createBaseDataFolder(): Promise<string> {
  const site = await SiteProcess.open(null, withoutSamples)
  await fillSite(site)
  await waitForDerivatives(site)
  await site.stop()
  const folder = await mkdtemp(join(temporaryRoot(), 'enfilade-base-'))
  await cp(site.dataDir, folder, { recursive: true })
  await site.close()
  return folder
}

/** The path of the page of the project, which is called 'House'. */
export const projectPath = '/projects/house'

/** Creates the accounts and the project of the base data folder. Returns a client logged in as the admin. */
export async function fillSite(site: SiteAddress & Pick<SiteProcess, 'runAdminCommand'>): Promise<AdminClient> {
  const visitor = new AdminClient(site)
  for (const account of Object.values(accounts)) {
    const response = await visitor.request('/signup', { method: 'POST', body: new URLSearchParams(account) })
    if (response.status !== 302) throw new Error(`the sign-up returned ${response.status}`)
  }
  await site.runAdminCommand('grant', accounts.admin.email, '--keep-password')
  const client = await AdminClient.logIn(site)
  const images: string[] = []
  for (const n of [1, 2, 3]) images.push((await client.upload(await photoBytes(90 + n), `room-${n}.jpg`)).id)
  const created = await client.createProject({ name: 'House', requestId: 'base', images })
  if (created.status !== 200) throw new Error(`creating the project returned ${created.status}: ${created.text}`)
  return client
}

/** Starts a site on a copy of the base data folder and logs the admin in. */
export async function openContext(
  base: string,
  settings: Record<string, string> = {},
  launch: Launch = launchWithInjector,
): Promise<FaultContext> {
  const site = await SiteProcess.open(base, { ...withoutSamples, ...settings }, launch)
  const client = await AdminClient.logIn(site)
  const secret = await readFile(join(base, 'secret'), 'utf8')
  const [, value = ''] = client.cookie.split('=')
  // The token alone is a secret too: anyone who knows the site's secret can sign it and use the session.
  const [token = ''] = decodeURIComponent(value).split('.')
  const secrets = [value, token, secret, ...Object.values(accounts).map(({ password }) => password)]
  return { site, client, secrets, ...readBase(base) }
}

/** Reads the ids of the project and the images in the base data folder. */
function readBase(base: string): { projectId: string; imageIds: string[] } {
  const database = new DatabaseSync(join(base, 'enfilade.db'))
  try {
    const selectIds = (sql: string) =>
      database
        .prepare(sql)
        .all()
        .map(({ id }) => String(id))
    const [projectId = ''] = selectIds(`select id from projects where name = 'House'`)
    return { projectId, imageIds: selectIds(`select id from photos where place = 'gallery' order by position`) }
  } finally {
    database.close()
  }
}

/** Kills the site and removes its folders. */
export async function closeContext({ site }: FaultContext): Promise<void> {
  await site.kill()
  for (const folder of [site.dataDir, `${site.dataDir}.aside`])
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}

/** Resets the rate limits, which refuse an admin who makes more changes per minute than a person would. */
export function clearRateLimits(site: Pick<SiteProcess, 'sql'>): void {
  site.sql('delete from tallies')
}

/** Waits until every photo has its derivatives. */
export async function waitForDerivatives(site: Pick<SiteProcess, 'sql' | 'output'>): Promise<void> {
  await waitUntil(
    'every photo has its derivatives',
    () => {
      const [row] = site.sql<{ n: number }>(
        `select count(*) as n from photos where state = 'waiting' and deletedAt is null`,
      )
      return row?.n === 0
    },
    deriveTimeoutMs,
  )
}

/** Waits until the first bytes of an upload are on disk. Requesting its offset instead would abort the transfer. */
export async function waitForUploadedBytes(site: Pick<SiteProcess, 'dataDir'>, uploadId: string): Promise<void> {
  const path = join(site.dataDir, 'uploads', uploadId)
  await waitUntil('bytes of the upload are on disk', async () => (await stat(path)).size > 0)
}

/** Polls until the condition holds; throws after `timeoutMs`. */
export async function waitUntil(
  description: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`timed out: ${description}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** A JPEG of this size. Each width gives different bytes, so a case that needs a unique file uses a unique width. */
export async function photoBytes(width: number, height = 60): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await photoFile({ width, height }))
}

/** Asserts that visitors get the pages and a photo of the project. */
export async function assertVisitorsUnaffected({
  site,
  imageIds,
}: Pick<FaultContext, 'imageIds'> & { site: Pick<SiteProcess, 'origin'> }): Promise<void> {
  for (const path of ['/', '/work', projectPath, '/contact']) {
    const response = await fetch(site.origin + path)
    assert(response.status === 200, `${path} returned ${response.status} to a visitor`)
    const page = await response.text()
    const [photo] = /\/photos\/[^" ,]+\.avif/.exec(page) ?? []
    if (path.startsWith('/projects/')) assert(photo !== undefined, 'the page shows no photo')
    if (photo) assert((await fetch(site.origin + photo)).ok, `${photo} is not served`)
  }
  assert(imageIds.length === 3, 'the base data folder does not have three images')
}

/** Throws with this message unless the condition holds. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message)
}
