import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { done, refused, type Outcome } from '#portfolio/outcome.ts'
import { FilesFailed, type Examined, type Parts } from '#portfolio/parts.ts'
import type { Place } from './photo.ts'
import { storageKeys } from './storage-key.ts'

/** A file that somebody wants to hang. */
export interface Arrival {
  readonly path: string
  readonly fileName: string
  readonly bytes: number
  /** `null` for files that came from the machine itself. */
  readonly uploadId: string | null
}

/** An original that is on the disk under its key, and has no row yet. */
export interface Original extends Examined {
  readonly storageKey: string
  readonly sha256: string
  readonly bytes: number
  readonly uploadId: string | null
}

/**
 * Decodes the file, all of it, and stores it under its key. Refuses what is no picture.
 * File work: never inside a transaction. Whoever does not give it a row calls `giveBack`.
 */
export async function receive(
  parts: Pick<Parts, 'files' | 'pictures' | 'log'>,
  arrival: Arrival,
  destination: { place: Place; projectId: string | null },
): Promise<Outcome<Original>> {
  const examined = await parts.pictures.examine(arrival.path)
  if (!examined.ok) return (await isThere(arrival.path)) ? examined : gone()
  try {
    const sha256 = await hashOf(arrival.path)
    const keys = storageKeys({ ...destination, fileName: arrival.fileName, format: examined.value.format })
    const storageKey = await parts.files.keep(arrival.path, keys)
    return done({ ...examined.value, storageKey, sha256, bytes: arrival.bytes, uploadId: arrival.uploadId })
  } catch (error) {
    if (!(await isThere(arrival.path))) return gone()
    if (!(error instanceof FilesFailed)) throw error
    parts.log.error('an original could not be stored', { cause: String(error.cause) })
    return error.full
      ? refused('full', 'The storage is full. The picture was not added.')
      : refused('unavailable', 'The picture cannot be stored just now. Please try again in a moment.')
  }
}

// Another request with the same wish was faster: it hung the upload and discarded it.
function gone() {
  return refused('unknown', 'This upload is no longer there. Please choose the file again.')
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/**
 * Takes back originals that were stored for a change that then did not happen. Never after one that is `unsure`: its
 * rows may stand, and what hangs nowhere after all is swept within two days.
 */
export async function giveBack(parts: Pick<Parts, 'files'>, originals: readonly Original[]): Promise<void> {
  await Promise.all(originals.map((original) => parts.files.remove(original.storageKey)))
}

/** The SHA-256 of a file, in hexadecimal. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
