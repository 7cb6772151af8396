import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Site } from './site.ts'

/** All that a request could have changed: rows, files, and what open pages have been told. */
export interface Standing {
  readonly rows: Record<string, unknown[]>
  readonly files: string[]
  /** Differs as soon as one live event has been published. */
  readonly edition: string
}

export async function standingOf(site: Site): Promise<Standing> {
  return { rows: rowsOf(site), files: await filesOf(site), edition: await editionOf(site) }
}

function rowsOf(site: Site): Record<string, unknown[]> {
  // That somebody tried is counted, whatever came of it.
  const tables = site.sql<{ name: string }>(
    `select name from sqlite_schema where type = 'table' and name <> 'tallies' order by name`,
  )
  return Object.fromEntries(tables.map(({ name }) => [name, site.sql(`select * from "${name}" order by 1`)]))
}

async function filesOf(site: Site): Promise<string[]> {
  const files: string[] = []
  for (const folder of ['files', 'uploads']) {
    for (const name of await readdir(join(site.dataDir, folder), { recursive: true })) {
      const { size, mtimeMs, isFile } = await found(join(site.dataDir, folder, name))
      // The health check writes one of its own.
      if (isFile && !name.startsWith('health')) files.push(`${folder}/${name} ${size} ${mtimeMs}`)
    }
  }
  return files.sort()
}

async function found(path: string): Promise<{ size: number; mtimeMs: number; isFile: boolean }> {
  const entry = await stat(path)
  return { size: entry.size, mtimeMs: entry.mtimeMs, isFile: entry.isFile() }
}

/** The first thing that the live stream says is where it stands. */
async function editionOf(site: Site): Promise<string> {
  const { body } = await fetch(`${site.origin}/live`)
  let heard = ''
  for await (const chunk of body ?? []) {
    heard += Buffer.from(chunk).toString()
    const [, edition] = /event: edition\ndata: (.+)\n/.exec(heard) ?? []
    // Leaving the loop closes the stream.
    if (edition) return edition
  }
  throw new Error('the live stream ended without a word')
}
