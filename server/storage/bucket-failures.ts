import { S3ServiceException } from '@aws-sdk/client-s3'
import { FileStoreFailed } from '#portfolio/ports.ts'
import { BucketFailed } from './bucket-errors.ts'
import { errorCode } from './durable-write.ts'

/** Network error codes after which the same request may succeed. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
])

/** Runs requests to a bucket. Their errors are thrown as `BucketFailed`, those of local files as `FileStoreFailed`. */
export async function withBucketErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = errorCode(error)
    const isLocal = error instanceof Error && 'errno' in error && !networkCodes.has(code)
    if (isLocal) throw new FileStoreFailed(error, code === 'ENOSPC' || code === 'EDQUOT')
    throw new BucketFailed(error, {
      reason: describe(error),
      isFull: error instanceof S3ServiceException && error.name === 'QuotaExceeded',
      isTemporary: isTemporaryFailure(error),
    })
  }
}

/** A handler for `.catch`: `null` when the object does not exist. A missing bucket is an error. */
export function nullIfObjectMissing(error: unknown): null {
  if (statusOf(error) === 404 && !(error instanceof Error && error.name === 'NoSuchBucket')) return null
  throw error
}

/** Whether the same request may succeed later. 409: another request wrote the same key at that moment. */
export function isTemporaryFailure(error: unknown): boolean {
  const status = statusOf(error)
  if (status !== undefined) return status === 409 || status === 429 || (status >= 500 && status !== 501)
  return networkCodes.has(errorCode(error)) || isTimeout(error)
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

/** `undefined` if no response arrived. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

function describe(error: unknown): string {
  // The response to a HEAD request has no body with more details than the status.
  if (error instanceof S3ServiceException) return `status ${statusOf(error)}, ${error.name}`
  // The message of the client names its own settings.
  if (isTimeout(error)) return 'it does not respond'
  return error instanceof Error ? error.message || errorCode(error) : String(error)
}
