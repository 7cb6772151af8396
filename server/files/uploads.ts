import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import { z } from 'zod'
import type { Log, Uploads } from '#portfolio/parts.ts'
import { photoLimits } from '#portfolio/photo/photo.ts'
import { removeAll } from './remove-all.ts'

/** Uploads that arrive piece by piece (tus 1.0), and the door they arrive through. */
export interface UploadFolder extends Uploads {
  /** Answers one request of the tus protocol. The caller has made sure that this user may upload. */
  receive(request: Request, userId: string): Promise<Response>
}

const idPattern = /^[0-9a-f]{32}$/

const uploadInfo = z.object({
  size: z.number(),
  metadata: z.object({ filename: z.string().nullish(), owner: z.string() }),
})

/** Opens the folder of uploads, whose address is `path` on the site. */
export async function openUploads(directory: string, path: string, log: Log): Promise<UploadFolder> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const owner = new AsyncLocalStorage<string>()
  const server = new Server({
    path,
    datastore: new FolderStore({ directory }),
    maxSize: photoLimits.bytes,
    relativeLocation: true,
    respectForwardedHeaders: false,
    // Else its answers are open to the pages of every site.
    allowedOrigins: [],
    onResponseError: (request, error) => calm(log, request.method, error),
    namingFunction: () => randomBytes(16).toString('hex'),
    onUploadCreate: async (_, upload) => ({
      metadata: { filename: upload.metadata?.filename ?? '', owner: owner.getStore() ?? '' },
    }),
    onIncomingRequest: async (request, id) => {
      // A creation comes with the id that it is about to be given.
      if (request.method === 'POST') return
      // A foreign upload answers like one that never was.
      if ((await ownerOf(directory, id)) !== owner.getStore()) throw { status_code: 404, body: 'Not found' }
    },
  })

  return {
    receive: (request, userId) => owner.run(userId, () => server.handleWeb(request)),
    async find(id, userId) {
      const info = await readInfo(directory, id)
      if (!info || info.metadata.owner !== userId) return null
      const file = join(directory, id)
      const arrived = await stat(file).catch(() => null)
      if (arrived?.size !== info.size) return null
      return { path: file, fileName: info.metadata.filename ?? '', bytes: info.size }
    },
    discard: (id) => discard(directory, id),
    sweep: (before) => sweep(directory, before),
  }
}

/** The library's folder, but for one thing: it hid what the disk said, and a full one must be told from a broken one. */
class FolderStore extends FileStore {
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset })
    await pipeline(readable, file)
    return offset + file.bytesWritten
  }
}

// The protocol's own refusals are said as they are; what the system said is for the log, not for the answer.
function calm(log: Log, method: string, error: Error | { status_code: number; body: string }) {
  if ('status_code' in error && error.status_code < 500) return undefined
  const code = 'code' in error ? error.code : undefined
  log.error('an upload could not go on', { method, cause: 'body' in error ? error.body.trim() : String(error) })
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? { status_code: 507, body: 'The storage is full.\n' }
    : { status_code: 503, body: 'The file cannot be taken just now.\n' }
}

async function readInfo(directory: string, id: string) {
  if (!idPattern.test(id)) return null
  const text = await readFile(join(directory, `${id}.json`), 'utf8').catch(() => null)
  const info = text === null ? null : uploadInfo.safeParse(parse(text))
  return info?.success ? info.data : null
}

async function ownerOf(directory: string, id: string): Promise<string | undefined> {
  return (await readInfo(directory, id))?.metadata.owner
}

async function discard(directory: string, id: string): Promise<void> {
  if (!idPattern.test(id)) return
  await rm(join(directory, id), { force: true })
  await rm(join(directory, `${id}.json`), { force: true })
}

async function sweep(directory: string, before: Date): Promise<number> {
  const ids = new Set((await readdir(directory)).map((name) => name.replace(/\.json$/, '')))
  const old: string[][] = []
  for (const id of ids) {
    const parts = [join(directory, id), join(directory, `${id}.json`)]
    const touched = await Promise.all(
      parts.map((part) =>
        stat(part).then(
          (found) => found.mtimeMs,
          () => 0,
        ),
      ),
    )
    // The note is as old as the upload; what counts is when the last byte came.
    if (Math.max(...touched) < before.getTime()) old.push(parts)
  }
  await removeAll(old.flat())
  return old.length
}

// A crash can cut the note of an upload short: then there is no such upload.
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
