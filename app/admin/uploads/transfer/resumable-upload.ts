import { DetailedError, Upload } from 'tus-js-client'
import { endpoints } from '#app/endpoints.ts'
import { storageFull } from '#portfolio/health/reserved-space.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { Pause } from './pause.ts'
import { fileTooLargeMessage, limitsOf, unsupportedFormatMessage } from '#portfolio/photo/accepted-formats.ts'

/**
 * Limits how much is sent twice after a lost connection. The server keeps every byte that it received, but a browser
 * may resend the whole request on its own before reporting the failure to the page.
 */
const chunkBytes = 2 * 1024 * 1024
const retryDelaysMs = [0, 500, 1_500, 4_000, 8_000]

export interface UploadOptions {
  /** The URL of an earlier upload of this file, to resume. */
  readonly knownUrl: string | null
  readonly onUrl: (url: string) => void
  readonly onProgress: (uploadedBytes: number) => void
  readonly pause: Pause
  /** Aborts the upload. With the reason `discarded` it is deleted on the server; otherwise it can be resumed. */
  readonly signal: AbortSignal
}

const discarded = refused('unavailable', 'The file was discarded.')

/** Uploads one file in chunks, resuming an earlier upload. Resolves with the upload's id. */
export function uploadFile(file: File, options: UploadOptions): Promise<Result<string>> {
  const { knownUrl, onUrl, onProgress, pause, signal } = options
  if (signal.aborted) return Promise.resolve(discarded)
  return new Promise((resolve) => {
    let url = knownUrl
    let restarted = false
    // Events of earlier `Upload` objects are ignored.
    let current: Upload | null = null

    const start = () => {
      const upload = new Upload(file, {
        // With an endpoint, the library restarts the whole upload after a temporary server error.
        endpoint: url ? null : endpoints.uploads,
        uploadUrl: url,
        metadata: { filename: file.name },
        chunkSize: chunkBytes,
        retryDelays: retryDelaysMs,
        storeFingerprintForResuming: false,
        onShouldRetry: (error) => upload === current && isTemporary(statusOf(error)),
        onUploadUrlAvailable: () => {
          if (upload !== current || !upload.url) return
          url = upload.url
          upload.options.endpoint = null
          onUrl(url)
        },
        onProgress: (sentBytes) => upload === current && onProgress(sentBytes),
        onSuccess: () => upload === current && settle(done(url?.split('/').at(-1) ?? '')),
        onError: (error) => {
          if (upload !== current) return
          if (!url || restarted || !isGone(statusOf(error))) return settle(refusalOf(error))
          restarted = true
          url = null
          start()
        },
      })
      current = upload
      upload.start()
    }
    const stop = (deleteUpload: boolean) => {
      const upload = current
      current = null
      // If the DELETE request fails, the server deletes the upload when it expires.
      upload?.abort(deleteUpload).catch(() => {})
    }
    const unsubscribe = pause.subscribe(() => (pause.isPaused() ? stop(false) : start()))
    const onAbort = () => {
      stop(signal.reason === 'discarded')
      settle(discarded)
    }
    const settle = (result: Result<string>) => {
      // From here on the upload may be attached, so discarding the item must not delete it.
      signal.removeEventListener('abort', onAbort)
      unsubscribe()
      current = null
      resolve(result)
    }
    signal.addEventListener('abort', onAbort)
    if (!pause.isPaused()) start()
  })
}

/** No response, a server error, too many requests, or an upload that is still locked by another request. */
function isTemporary(status: number): boolean {
  return status === 0 || status >= 500 || [409, 423, 429].includes(status)
}

function isGone(status: number): boolean {
  return status === 404 || status === 410
}

function refusalOf(error: Error): Result<never> {
  const status = statusOf(error)
  if (status === 401) return refused('no-session', 'Please log in first.')
  if (status === 403) return refused('not-admin', 'This is only for admins of this site.')
  if (status === 413) return refused('too-large', fileTooLargeMessage(limitsOf('jpeg')))
  if (status === 415) return refused('wrong-type', unsupportedFormatMessage)
  if (status === 507) return refused('full', storageFull)
  return refused('unavailable', 'The file did not arrive. Please check the connection and try again.')
}

/** 0 if there was no response, -1 if the error is unrelated to a request. */
function statusOf(error: Error): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : -1
}
