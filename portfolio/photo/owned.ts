import type { Parts } from '#portfolio/parts.ts'
import { derivativesOf, recipe } from './photo.ts'

/** How long a file may lie about that hangs nowhere. */
export const leftoverKeptMs = 24 * 60 * 60_000

/** Written by the question whether files can be written. */
const ofTheHouse = 'health/'

/** The files that no row knows of and that are old enough to have been forgotten. */
export async function* findUnowned({ db, files, now }: Pick<Parts, 'db' | 'files' | 'now'>): AsyncGenerator<string> {
  const before = now().getTime() - leftoverKeptMs
  const isOwned = await readOwners(db)
  for await (const key of files.list()) {
    if (isOwned(key)) continue
    const found = await files.find(key)
    if (found && found.changedAt.getTime() < before) yield key
  }
}

// Rows are read before the files: whatever has come since is younger than what counts.
async function readOwners(db: Parts['db']): Promise<(key: string) => boolean> {
  const rows = await db.selectFrom('photos').select(['id', 'storageKey', 'recipe', 'formerRecipe']).execute()
  const originals = new Set(rows.map((row) => row.storageKey))
  const derivatives = new Set<string>()
  for (const { id, recipe: shown, formerRecipe } of rows) {
    for (const by of [shown, recipe, formerRecipe]) if (by) derivatives.add(derivativesOf(id, by))
  }
  return (key) =>
    key.startsWith(ofTheHouse) || originals.has(key) || derivatives.has(key.slice(0, key.lastIndexOf('/') + 1))
}
