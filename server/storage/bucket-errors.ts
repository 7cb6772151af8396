import { FileStoreFailed } from '#portfolio/ports.ts'

/** The bucket cannot be used safely. The message says what the operator can do. */
export class BucketRefused extends Error {
  override readonly name = 'BucketRefused'
}

/** A request to the bucket failed. `isTemporary`: no response arrived, or the bucket responded that it is overloaded. */
export class BucketFailed extends FileStoreFailed {
  readonly isTemporary: boolean

  constructor(cause: unknown, { isFull = false, isTemporary = false }) {
    super(cause, isFull)
    this.message = `the bucket failed: ${String(cause)}`
    this.isTemporary = isTemporary
  }
}
