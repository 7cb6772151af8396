import { DatabaseFailed } from '#portfolio/ports.ts'

/** How long a statement waits while the database is busy; for a write, including its wait in the queue. */
export const busyTimeoutMs = 5_000

const retryEveryMs = 20

/** A busy statement has changed nothing, so it can be repeated. `deadline` is a time of `performance.now()`. */
export async function retryWhileBusy<T>(execute: () => T, deadline: number): Promise<T> {
  for (;;) {
    try {
      return execute()
    } catch (error) {
      if (primaryCodeOf(error) !== busyCode || performance.now() > deadline) throw toDatabaseError(error)
    }
    await new Promise((resume) => setTimeout(resume, retryEveryMs))
  }
}

export function withDatabaseErrors<T>(execute: () => T): T {
  try {
    return execute()
  } catch (error) {
    throw toDatabaseError(error)
  }
}

// https://sqlite.org/rescode.html: the low byte is the primary code.
const busyCode = 5
const fullCode = 13

function toDatabaseError(error: unknown): unknown {
  const code = primaryCodeOf(error)
  return code === 0 ? error : new DatabaseFailed(error, code === fullCode)
}

function primaryCodeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 255 : 0
}
