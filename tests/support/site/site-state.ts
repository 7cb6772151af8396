import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readObjects, type TestBucket } from '#tests/support/object-store/create-bucket.ts'
import type { SiteProcess } from './site-process.ts'

/** Everything that a request can change. Each live event for open pages is a row too. */
export interface SiteState {
  readonly rows: Record<string, unknown[]>
  readonly files: string[]
}

/** `bucket`: where a site has its files, if not in its data folder. */
export async function readSiteState(site: SiteProcess, bucket: TestBucket | null = site.bucket): Promise<SiteState> {
  return { rows: await rowsOf(site), files: bucket ? await objectsOf(bucket) : await filesOf(site) }
}

/**
 * Marks sessions as just used and proven. Otherwise a request would update the row of a session that was last used
 * more than 5 minutes ago, and some requests would ask for the password again after 10 minutes.
 */
export async function markSessionsAsUsed(site: SiteProcess): Promise<void> {
  // A session that has expired stays expired.
  const aDayAgo = new Date(Date.now() - 24 * 60 * 60_000).toISOString()
  const now = new Date().toISOString()
  await site.query('update "authSession" set "updatedAt" = ?, "provenAt" = ? where "updatedAt" > ?', now, now, aDayAgo)
}

/** Records a backup. Otherwise the site makes its first backup after ten minutes, which changes its state. */
export async function markAsBackedUp(site: SiteProcess): Promise<void> {
  const at = new Date().toISOString()
  const backup = { succeededAt: at, folder: null, sameDisk: false, databaseIncluded: true, missing: 0, failure: null }
  const insertion = 'insert into "healthFacts" (key, value, "recordedAt") values (?, ?, ?)'
  await site.query(insertion, 'backup', JSON.stringify(backup), at)
}

async function rowsOf(site: SiteProcess): Promise<Record<string, unknown[]>> {
  // Without `tallies`, which also counts refused attempts, and `healthFacts`, which background jobs write.
  const tables = (await site.tables()).filter((name) => name !== 'tallies' && name !== 'healthFacts')
  const rows = tables.map((name) => site.query(`select * from "${name}" order by 1`))
  return Object.fromEntries((await Promise.all(rows)).map((found, n) => [tables[n], found]))
}

async function filesOf(site: SiteProcess): Promise<string[]> {
  const files: string[] = []
  for (const folder of ['files', 'uploads']) {
    for (const name of await readdir(join(site.dataDir, folder), { recursive: true })) {
      const { size, mtimeMs, isFile } = await fileInfo(join(site.dataDir, folder, name))
      // The health check writes its own file.
      if (isFile && !name.startsWith('health')) files.push(`${folder}/${name} ${size} ${mtimeMs}`)
    }
  }
  return files.sort()
}

async function objectsOf(bucket: TestBucket): Promise<string[]> {
  const objects = (await readObjects(bucket)).filter(({ key }) => !key.startsWith('health/'))
  return objects.map(({ key, bytes, changedAt }) => `${key} ${bytes} ${changedAt}`).toSorted()
}

async function fileInfo(path: string): Promise<{ size: number; mtimeMs: number; isFile: boolean }> {
  const entry = await stat(path)
  return { size: entry.size, mtimeMs: entry.mtimeMs, isFile: entry.isFile() }
}
