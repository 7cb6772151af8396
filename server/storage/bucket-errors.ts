import { FileStoreFailed } from '#portfolio/ports.ts'

/** The bucket cannot be used safely. The message says what the operator can do. */
export class BucketRefused extends Error {
  override readonly name = 'BucketRefused'
}

/** A request to the bucket failed. `isTemporary`: the same request may succeed later. */
export class BucketFailed extends FileStoreFailed {
  readonly reason: string
  readonly isTemporary: boolean

  constructor(cause: unknown, details: { reason: string; isFull: boolean; isTemporary: boolean }) {
    super(cause, details.isFull)
    this.message = `the bucket failed: ${details.reason}`
    this.reason = details.reason
    this.isTemporary = details.isTemporary
  }
}
