import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { nullIfMissing } from './durable-write.ts'

export async function listFilesBefore(folder: string, before: Date): Promise<string[]> {
  const old: string[] = []
  for (const name of (await readdir(folder).catch(nullIfMissing)) ?? []) {
    const file = await stat(join(folder, name)).catch(nullIfMissing)
    if (file && file.mtime < before) old.push(join(folder, name))
  }
  return old
}
