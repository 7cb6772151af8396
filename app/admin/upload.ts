import { DetailedError, Upload } from 'tus-js-client'
import { done, refused, type Outcome } from '#portfolio/outcome.ts'
import { notAPicture, tooLarge } from './sentences.ts'

const endpoint = '/uploads'
/** So much is lost at most when the line is cut. */
const chunkBytes = 8 * 1024 * 1024
const retryDelaysMs = [0, 500, 1_500, 4_000, 8_000]

// Where a file that was cut off goes on, for as long as this tab holds the file.
const addresses = new WeakMap<File, string>()

/** Sends one file piece by piece, and goes on where an earlier try was cut off. Answers with the upload's id. */
export function sendFile(file: File, onProgress: (part: number) => void, stop: AbortSignal): Promise<Outcome<string>> {
  return new Promise((resolve) => {
    const settle = (outcome: Outcome<string>) => {
      // From now on its bytes may be in use: taking the file off the tray must not take them back.
      stop.removeEventListener('abort', leaveOut)
      resolve(outcome)
    }
    const leaveOut = () => {
      // The server may forget it; if it does not hear of this, its sweep does the same.
      upload.abort(true).catch(() => {})
      settle(refused('unavailable', 'The file was left out.'))
    }
    const upload = new Upload(file, {
      endpoint,
      uploadUrl: addresses.get(file) ?? null,
      metadata: { filename: file.name },
      chunkSize: chunkBytes,
      retryDelays: retryDelaysMs,
      storeFingerprintForResuming: false,
      onShouldRetry: (error) => isPassing(statusOf(error)),
      onUploadUrlAvailable: () => upload.url && addresses.set(file, upload.url),
      onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
      onSuccess: () => settle(done(upload.url?.split('/').at(-1) ?? '')),
      onError: (error) => settle(refusalOf(error)),
    })
    stop.addEventListener('abort', leaveOut)
    upload.start()
  })
}

/** No answer at all, a server in trouble, an upload that another request still holds: worth another try. */
function isPassing(status: number): boolean {
  return status === 0 || status >= 500 || [409, 423, 429].includes(status)
}

function refusalOf(error: Error): Outcome<never> {
  const status = statusOf(error)
  if (status === 401) return refused('no-session', 'Please log in first.')
  if (status === 403) return refused('not-admin', 'This is for the studio’s own people.')
  if (status === 413) return refused('too-large', tooLarge)
  if (status === 415) return refused('wrong-type', notAPicture)
  if (status === 507) return refused('full', 'The storage is full. The picture was not added.')
  return refused('unavailable', 'The file did not arrive. Please check the connection and try again.')
}

function statusOf(error: Error): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : -1
}
