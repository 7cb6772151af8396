import { DatabaseFailed } from '#portfolio/ports.ts'

/** Codes of temporary failures in Node and PostgreSQL (https://www.postgresql.org/docs/18/errcodes-appendix.html). */
const temporaryCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  // too_many_connections, cannot_connect_now, admin_shutdown, crash_shutdown
  '53300',
  '57P03',
  '57P01',
  '57P02',
])
/** `SQLITE_BUSY`, the lowest byte of its extended codes: https://sqlite.org/rescode.html. */
const sqliteBusy = 5

/** The reason for a temporary database failure, such as a refused connection or a lock; `null` for other errors. */
export function findTemporaryReason(error: unknown): string | null {
  if (!(error instanceof DatabaseFailed && error.cause instanceof Error)) return null
  const { cause } = error
  const code = 'code' in cause ? String(cause.code) : ''
  const isBusy = 'errcode' in cause && (Number(cause.errcode) & 255) === sqliteBusy
  // `pg` reports a closed connection without a code.
  const isTemporary =
    temporaryCodes.has(code) || isBusy || /not respond|timeout|connection (error|terminated)/i.test(cause.message)
  // If several addresses of a host name refuse the connection, Node throws one error without a message.
  return isTemporary ? cause.message || code : null
}

/** Whether PostgreSQL has cancelled a statement that reached its time limit (query_canceled). */
export function isStatementTimeout(error: unknown): boolean {
  const cause = error instanceof DatabaseFailed ? error.cause : null
  return cause instanceof Error && 'code' in cause && cause.code === '57014'
}
