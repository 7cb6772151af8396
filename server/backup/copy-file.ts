import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode, isMissing } from '#server/storage/durable-write.ts'

/** Size in bytes and SHA-256 in hexadecimal. */
export interface FileHash {
  readonly bytes: number
  readonly sha256: string
}

/** A file to be copied cannot be read. The `cause` is usually a system error. */
export class SourceFailed extends Error {
  readonly isMissing: boolean

  constructor(cause: unknown) {
    super('the file cannot be read', { cause })
    this.isMissing = isMissing(cause)
  }
}

/** Copies a file durably and returns the hash of what was read. Never overwrites; throws `SourceFailed`. */
export async function copyFile(from: string, to: string): Promise<FileHash> {
  const file = await open(to, 'wx', 0o600)
  try {
    const copied = await readThrough(from, (chunk) => file.writeFile(chunk))
    await file.sync()
    return copied
  } finally {
    await file.close()
  }
}

/** Reads a whole file and returns its hash. Throws `SourceFailed`. */
export function hashFile(path: string): Promise<FileHash> {
  return readThrough(path, () => {})
}

/** Like `hashFile`, but also returns the MD5 in Base64, which a bucket compares with what it receives. */
export async function hashFileForBucket(path: string): Promise<FileHash & { readonly md5: string }> {
  const md5 = createHash('md5')
  const hash = await readThrough(path, (chunk) => void md5.update(chunk))
  return { ...hash, md5: md5.digest('base64') }
}

/** Creates a hard link. Resolves with `false` if that is not possible, such as on another disk. */
export async function tryLink(from: string, to: string): Promise<boolean> {
  // EMLINK: too many links to the file. ENOENT: `from` is missing. The others: another disk, or one without hard links.
  const refusals = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'ENOENT']
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (refusals.includes(errorCode(error))) return false
    throw error
  }
}

export async function createParent(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
}

async function readThrough(path: string, onChunk: (chunk: Buffer) => Promise<void> | void): Promise<FileHash> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of readChunks(path)) {
    hash.update(chunk)
    bytes += chunk.length
    await onChunk(chunk)
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function* readChunks(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path)
  } catch (error) {
    throw new SourceFailed(error)
  }
}
