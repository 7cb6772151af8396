import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Person } from '#portfolio/account/account.ts'
import { requireAdmin } from '#portfolio/account/session.ts'
import { done, refused, type Refusal, type Result } from '#portfolio/result.ts'
import { FileStoreFailed, ImageProcessorFailed, type Examination, type Ports } from '#portfolio/ports.ts'

/** A file to examine and store: an upload, or a local file of an import. */
export interface ReceivedFile {
  readonly path: string
  readonly fileName: string
  readonly bytes: number
  /** `null` for files that were not uploaded. */
  readonly uploadId: string | null
  readonly examination: Examination | null
}

type ExaminationPorts = Pick<Ports, 'images' | 'uploads' | 'log'>

/** The size of an upload, which is examined once. Refuses unknown, incomplete (`wrong-value`) and undecodable ones. */
export async function examineUpload(
  ports: Ports,
  person: Person | null,
  uploadId: string,
): Promise<Result<Pick<Examination, 'width' | 'height'>>> {
  const admitted = await requireAdmin(ports.db, person)
  if (!admitted.ok) return admitted
  const { userId } = admitted.value
  const found = await findUpload(ports, uploadId, userId)
  if (!found.ok) {
    const incomplete = found.code === 'unknown' && (await isIncomplete(ports, uploadId, userId))
    return incomplete ? refused('wrong-value', 'This upload is not complete yet.') : found
  }
  const examined = await examineFile(ports, found.value)
  if (!examined.ok) return examined
  const { width, height } = examined.value.examination
  return done({ width, height })
}

async function isIncomplete({ uploads, log }: ExaminationPorts, uploadId: string, userId: string): Promise<boolean> {
  return uploads.isIncomplete(uploadId, userId).catch((error: unknown) => {
    if (!(error instanceof FileStoreFailed)) throw error
    log.error('upload could not be read', { cause: String(error.cause) })
    return false
  })
}

/** The complete upload of this user. Refuses unknown ones (`unknown`) and unreadable ones (`unavailable`). */
export async function findUpload(
  ports: ExaminationPorts,
  uploadId: string,
  userId: string,
): Promise<Result<ReceivedFile>> {
  try {
    const upload = await ports.uploads.find(uploadId, userId)
    return upload ? done({ ...upload, uploadId }) : uploadNotFound()
  } catch (error) {
    return refuseUnreadable(ports, error)
  }
}

/** The file with its examination; decodes the file if it has none. Takes seconds, so never inside a transaction. */
export async function examineFile(
  ports: ExaminationPorts,
  file: ReceivedFile,
): Promise<Result<ReceivedFile & { readonly examination: Examination }>> {
  if (file.examination) return done({ ...file, examination: file.examination })
  try {
    const sha256 = await sha256Of(file.path)
    // If the file was discarded meanwhile, `access` throws: the upload is reported as missing, not as damaged.
    const decoded = await ports.images.examine(file.path).catch(async (error: unknown) => {
      await access(file.path)
      throw error
    })
    if (!decoded.ok) {
      await access(file.path)
      return decoded
    }
    const examination = { ...decoded.value, sha256 }
    await saveExamination(ports, file, examination)
    return done({ ...file, examination })
  } catch (error) {
    return refuseUnreadable(ports, error)
  }
}

/** Discards attached uploads. A failure is only logged: the photos are stored, and uploads expire. */
export async function discardUploads(
  { uploads, log }: ExaminationPorts,
  ids: readonly (string | null)[],
): Promise<void> {
  for (const id of ids) {
    if (id === null) continue
    await uploads.discard(id).catch((error: unknown) => {
      if (!(error instanceof FileStoreFailed)) throw error
      log.warn('attached upload could not be discarded', { cause: String(error.cause) })
    })
  }
}

export function uploadNotFound(): Refusal {
  return refused('unknown', 'This upload is no longer there. Please choose the file again.')
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

async function saveExamination({ uploads, log }: ExaminationPorts, { uploadId }: ReceivedFile, result: Examination) {
  if (uploadId === null) return
  await uploads.saveExamination(uploadId, result).catch((error: unknown) => {
    if (!(error instanceof FileStoreFailed)) throw error
    log.warn('examination could not be stored', { cause: String(error.cause) })
  })
}

function refuseUnreadable({ log }: ExaminationPorts, error: unknown): Refusal {
  const cause = error instanceof FileStoreFailed ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  const isPortFailure = error instanceof FileStoreFailed || error instanceof ImageProcessorFailed
  if (code === null && !isPortFailure) throw error
  // A concurrent request attached and discarded the upload.
  if (code === 'ENOENT') return uploadNotFound()
  log.error('upload could not be read', { cause: String(cause) })
  return refused('unavailable', 'The picture cannot be read right now. Please try again in a moment.')
}

/** Drops the examination if the file's bytes have changed since, which only happens on a failing disk. */
export async function withValidExamination(file: ReceivedFile): Promise<ReceivedFile> {
  if (!file.examination) return file
  const sha256 = await sha256Of(file.path).catch(() => null)
  return sha256 === file.examination.sha256 ? file : { ...file, examination: null }
}
