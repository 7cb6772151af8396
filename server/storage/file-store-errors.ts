import { FileStoreFailed } from '#portfolio/ports.ts'
import { errorCode } from './durable-write.ts'

/** Runs file operations; a system error is thrown as the cause of a `FileStoreFailed`. */
export async function withFileStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = errorCode(error)
    if (code === '') throw error
    throw new FileStoreFailed(error, code === 'ENOSPC' || code === 'EDQUOT')
  }
}
