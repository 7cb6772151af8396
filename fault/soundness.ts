import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { decode } from '#testing/photographs.ts'

interface PhotoRow {
  readonly id: string
  readonly projectId: string | null
  readonly place: string
  readonly position: number
  readonly storageKey: string
  readonly bytes: number
  readonly sha256: string
  readonly state: string
}

/** What is not as it must be in a data folder: rows that contradict each other, originals and derivatives not whole. */
export async function findUnsound(folder: string): Promise<string[]> {
  const database = new DatabaseSync(join(folder, 'enfilade.db'), { timeout: 5_000 })
  try {
    const ask = <Row>(sql: string) => database.prepare(sql).all() as Row[]
    const photos = ask<PhotoRow>('select * from photos where deletedAt is null order by projectId, position')
    return [
      ...ask<{ integrity_check: string }>('pragma integrity_check')
        .map((row) => row.integrity_check)
        .filter((said) => said !== 'ok'),
      ...ask('pragma foreign_key_check').map((row) => `leads nowhere: ${JSON.stringify(row)}`),
      ...gapsOf(photos),
      ...(await torn(folder, photos)),
    ]
  } finally {
    database.close()
  }
}

function gapsOf(photos: readonly PhotoRow[]): string[] {
  const galleries = Map.groupBy(
    photos.filter(({ place }) => place === 'gallery'),
    ({ projectId }) => projectId,
  )
  return [...galleries].flatMap(([project, images]) =>
    images.every(({ position }, n) => position === n + 1)
      ? []
      : [`the images of ${project} are at ${images.map(({ position }) => position).join(', ')}`],
  )
}

async function torn(folder: string, photos: readonly PhotoRow[]): Promise<string[]> {
  const faults: string[] = []
  for (const photo of photos) {
    const original = await readFile(join(folder, 'files', photo.storageKey)).catch(() => null)
    const sha256 = original && createHash('sha256').update(original).digest('hex')
    if (sha256 !== photo.sha256) faults.push(`the original ${photo.storageKey} is ${original ? 'torn' : 'missing'}`)
    const made = await filesBelow(join(folder, 'files', 'derivatives', photo.id))
    if (photo.state === 'ready' && made.length === 0) faults.push(`${photo.storageKey} is ready and has no derivative`)
    if (photo.state === 'failed') faults.push(`${photo.storageKey} was given up`)
    for (const file of made) {
      if (!(await decode(await readFile(file)).catch(() => null))) faults.push(`the derivative ${file} is torn`)
    }
  }
  return faults
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
