import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { deleteFiles } from './delete-files.ts'
import { isMissing, nullIfMissing } from './durable-write.ts'
import { parseUploadInfo, uploadIdPattern, type UploadStore } from './upload-store.ts'

/** Opens a folder of uploads: `{id}`, `{id}.json`, and `{id}.examination.json` once the upload is examined. */
export async function openUploadFolder(directory: string): Promise<UploadStore> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const pathOf = (id: string) => join(directory, id)
  const readText = (path: string) => readFile(path, 'utf8').catch(nullIfMissing)
  return {
    tus: new UploadFolder({ directory }),
    readInfo: async (id) => parseUploadInfo(await readText(`${pathOf(id)}.json`)),
    countReceived: async (id) => (await stat(pathOf(id)).catch(nullIfMissing))?.size ?? null,
    localPathOf: async (id) => pathOf(id),
    readExamination: (id) => readText(examinationPath(directory, id)),
    async writeExamination(id, text) {
      const target = examinationPath(directory, id)
      const temporary = `${target}.${randomUUID()}`
      await writeFile(temporary, text)
      await rename(temporary, target)
    },
    discard: (id) => deleteFiles([pathOf(id), `${pathOf(id)}.json`, examinationPath(directory, id)]),
    expire: (before) => expireUploads(directory, before),
    async count() {
      // 0 for a folder that cannot be read: the upload itself then fails, and its error is logged.
      const names = await readdir(directory).catch(() => [])
      return names.filter((name) => uploadIdPattern.test(name)).length
    },
  }
}

/** Throws write errors, which the library's store hides, and deletes the examination together with its upload. */
class UploadFolder extends FileStore {
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset })
    await pipeline(readable, file)
    return offset + file.bytesWritten
  }

  override async remove(id: string): Promise<void> {
    await super.remove(id)
    await deleteFiles([examinationPath(this.directory, id)])
  }
}

// The constructor of the library's store creates the folder, which exists already, and throws an error that cannot be
// caught if the folder is deleted meanwhile.
Object.assign(UploadFolder.prototype, { checkOrCreateDirectory: () => {} })

function examinationPath(directory: string, id: string): string {
  return join(directory, `${id}.examination.json`)
}

async function expireUploads(directory: string, before: Date): Promise<number> {
  const names = Map.groupBy(await readdir(directory), (name) => name.split('.')[0])
  const old: string[][] = []
  const failures: unknown[] = []
  for (const group of names.values()) {
    const paths = group.map((name) => join(directory, name))
    try {
      // The library never rewrites its JSON file, so the newest file of the upload decides.
      const files = await Promise.all(paths.map((path) => stat(path)))
      if (files.every((file) => file.mtime < before)) old.push(paths)
    } catch (error) {
      // A file deleted meanwhile belongs to an upload in use.
      if (!isMissing(error)) failures.push(error)
    }
  }
  await deleteFiles(old.flat())
  if (failures.length > 0) throw failures[0]
  return old.length
}
