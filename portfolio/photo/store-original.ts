import { access } from 'node:fs/promises'
import { done, refused, type Result } from '#portfolio/result.ts'
import { FileStoreFailed, type Examination, type Ports } from '#portfolio/ports.ts'
import { storageFull } from '#portfolio/health/reserved-space.ts'
import { checkLogo } from '#portfolio/logo/check.ts'
import { examineFile, uploadNotFound, withValidExamination, type ReceivedFile } from './examine.ts'
import type { Place } from './photo.ts'
import { removeFiles } from './remove-files.ts'
import { storageKeys } from './storage-key.ts'

const keysPerQuery = 20

/** An original that is in the file store and has no row yet. */
export interface StoredOriginal extends Examination {
  readonly storageKey: string
  readonly bytes: number
  readonly uploadId: string | null
}

/**
 * Examines and stores a file. Takes seconds: do not call it inside a transaction. Refuses a file that is not a
 * displayable image or, for the place `logo`, cannot be a logo; refuses with `full` or `unavailable` if the file cannot
 * be stored. If no row is inserted afterwards, call `discardOriginals`.
 */
export async function storeOriginal(
  ports: Pick<Ports, 'db' | 'files' | 'images' | 'uploads' | 'log'>,
  file: ReceivedFile,
  destination: { readonly place: Place; readonly projectId: string | null },
): Promise<Result<StoredOriginal>> {
  const examined = await examineFile(ports, await withValidExamination(file))
  if (!examined.ok) return examined
  const { path, fileName, bytes, uploadId, examination } = examined.value
  const refusal = destination.place === 'logo' ? checkLogo(examination) : null
  if (refusal) return refusal
  try {
    const keys = storageKeys({ ...destination, fileName, format: examination.format })
    const storageKey = await ports.files.store(path, unusedKeys(ports.db, keys))
    return done({ ...examination, storageKey, bytes, uploadId })
  } catch (error) {
    if (await isMissing(path)) return uploadNotFound()
    if (!(error instanceof FileStoreFailed)) throw error
    ports.log.error('original could not be stored', { cause: String(error.cause) })
    return error.full
      ? refused('full', storageFull)
      : refused('unavailable', 'The picture cannot be stored right now. Please try again in a moment.')
  }
}

/** Deletes originals without a row. Do not call it after a refusal with `maybeStored`: the rows may exist. */
export async function discardOriginals(
  ports: Pick<Ports, 'files' | 'log'>,
  originals: readonly StoredOriginal[],
): Promise<void> {
  await removeFiles(
    ports,
    originals.map(({ storageKey }) => storageKey),
  )
}

/** Skips keys that a row has, even if its file is missing, for example after an older database was restored. */
async function* unusedKeys(db: Ports['db'], keys: Iterator<string>): AsyncGenerator<string> {
  for (;;) {
    const next = Array.from({ length: keysPerQuery }, () => String(keys.next().value))
    const rows = await db.selectFrom('photos').select('storageKey').where('storageKey', 'in', next).execute()
    const owned = new Set(rows.map((row) => row.storageKey))
    yield* next.filter((key) => !owned.has(key))
  }
}

// A concurrent request may have attached and discarded the upload.
async function isMissing(path: string): Promise<boolean> {
  return access(path).then(
    () => false,
    (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT',
  )
}
