import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AdminClient } from '#tests/faults/admin-client.ts'
import { assert, clearRateLimits, waitUntil } from '#tests/faults/site-fixture.ts'
import prepare, { preparedFolder } from '#tests/support/site-data/prepared-site.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'

/** Kept for later runs, because creating the derivatives takes minutes; ignored by git. */
const folder = join(import.meta.dirname, '../generated/content')
const photos = join(import.meta.dirname, '../../samples/photos')
export const projectCount = 24
const deriveTimeoutMs = 1_800_000

/** Returns a data folder with the projects and accounts of the browser tests, and others with two photos each. */
export async function prepareContent(): Promise<string> {
  const isPrepared = await readdir(folder).then(
    () => true,
    () => false,
  )
  const removePrepared = isPrepared ? async () => {} : await prepare()
  const site = await SiteProcess.open(isPrepared ? folder : preparedFolder())
  try {
    if (!isPrepared) await addProjects(site)
    // Also waits after a new build, which may migrate the database and create derivatives again before it is measured.
    await waitUntil('every photo has its derivatives', () => countWaiting(site) === 0, deriveTimeoutMs)
    // Stopping closes the database, so that it is a single file.
    await site.stop()
    await rm(folder, { recursive: true, force: true })
    await mkdir(dirname(folder), { recursive: true })
    await cp(site.dataDir, folder, { recursive: true })
    return folder
  } finally {
    await site.close()
    await removePrepared()
  }
}

/** Adds projects until there are `projectCount`. */
async function addProjects(site: SiteProcess): Promise<void> {
  const client = await AdminClient.logIn(site)
  const [count] = site.sql<{ n: number }>('select count(*) as n from projects where deletedAt is null')
  const names = (await readdir(photos, { recursive: true })).filter((name) => /\/\d+-.*\.jpg$/.test(name)).sort()
  const upload = async (n: number) => {
    const name = names[n % names.length] ?? ''
    return (await client.upload(new Uint8Array(await readFile(join(photos, name))), name.replace('/', '-'))).id
  }
  for (let n = count?.n ?? 0; n < projectCount; n++) {
    const [cover, image] = [await upload(2 * n), await upload(2 * n + 1)]
    const project = { name: `Generated House ${n}`, requestId: `generated-${n}`, cover, images: [image] }
    const { status, text } = await client.createProject(project)
    assert(status === 200, `project ${n} was not created: ${status} ${text}`)
    clearRateLimits(site)
  }
}

function countWaiting(site: SiteProcess): number {
  const [row] = site.sql<{ n: number }>(
    `select count(*) as n from photos where state = 'waiting' and deletedAt is null`,
  )
  return row?.n ?? 0
}
