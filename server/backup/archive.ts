import { join } from 'node:path'
import { Readable } from 'node:stream'
import { packTar } from 'modern-tar/fs'
import { nullIfMissing } from '#server/storage/durable-write.ts'
import { manifestNames, readManifest } from './manifest.ts'
import { listNightlyBackups } from './retention.ts'
import { readFolderStoreId } from './source-files.ts'

/** The archive unpacks to a folder for `npm run restore`. Reading fails if the backup is removed meanwhile. */
export async function openLatestBackup(
  dataDir: string,
  into: string,
): Promise<{ name: string; archive: ReadableStream<Uint8Array> } | null> {
  const [latest] = (await listNightlyBackups(into, await readFolderStoreId(dataDir)).catch(nullIfMissing)) ?? []
  if (!latest) return null
  const folder = join(into, latest.name)
  const { files } = await readManifest(folder)
  const paths = [...manifestNames, ...files.map(({ path }) => path)]
  const sources = paths.map((path) => ({
    type: 'file' as const,
    source: join(folder, path),
    target: `${latest.name}/${path}`,
  }))
  return { name: latest.name, archive: Readable.toWeb(packTar(sources)) as ReadableStream<Uint8Array> }
}
