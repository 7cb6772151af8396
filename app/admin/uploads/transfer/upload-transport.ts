import { endpoints } from '#app/endpoints.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { UploadOptions } from './resumable-upload.ts'

const unreachable = 'The file could not be sent. Please check the connection and try again.'

/** The size of the upright image, in pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

export interface UploadTransport {
  /** Sends the bytes of a file. Resolves with the upload's id. */
  readonly upload: (file: File, options: UploadOptions) => Promise<Result<string>>
  readonly examine: (uploadId: string, signal: AbortSignal) => Promise<Result<ImageSize | null>>
}

export const browserTransport: UploadTransport = {
  async upload(file, options) {
    // Loaded with the first file, because most admin visits upload none.
    const module = await import('./resumable-upload.ts').catch(() => null)
    return module ? module.uploadFile(file, options) : refused('unavailable', unreachable)
  },
  examine: examineUpload,
}

/**
 * Asks the server to decode a complete upload. Resolves with the image's size, or `null` if an older server version
 * does not return it. The server caches the result, so a retry is cheap.
 */
export async function examineUpload(uploadId: string, signal: AbortSignal): Promise<Result<ImageSize | null>> {
  try {
    const response = await fetch(`${endpoints.uploads}/${uploadId}/examination`, { method: 'POST', signal })
    const result = await readResult(response)
    if (result) return result.ok ? result : { ...result, ...readRetryAfter(response) }
    if (response.status >= 500) return refused('unavailable', unreachable, readRetryAfter(response))
    // An older server version has no such endpoint and examines the upload when attaching it.
    return done()
  } catch {
    return refused('unavailable', unreachable)
  }
}

/** The result in the body; `null` if the response is from a proxy or an older server version. */
async function readResult(response: Response): Promise<Result<ImageSize | null> | null> {
  const body: unknown = await response.json().catch(() => null)
  if (typeof body !== 'object' || body === null || !('ok' in body)) return null
  // The examination route returns this shape.
  return body as Result<ImageSize | null>
}

function readRetryAfter(response: Response): { retryAfter?: number } {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? { retryAfter: seconds } : {}
}
