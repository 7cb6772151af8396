/** Why a command was refused. Each code has one HTTP status, in `app/requests`. */
export type ErrorCode =
  | 'no-session'
  | 'not-admin'
  | 'malformed'
  | 'unknown'
  | 'newer'
  | 'too-often'
  | 'too-large'
  | 'wrong-type'
  | 'wrong-value'
  | 'full'
  | 'unavailable'

/** Two versions of one text: `yours` was refused, `theirs` is the saved one. */
export interface VersionConflict {
  readonly yours: string
  readonly theirs: string
  /** The version to send to overwrite `theirs`; absent for a text without versions. */
  readonly version?: number
}

/** The refused uploads, each with its own reason; `upload` is the id of the first. */
export interface RefusedUploads {
  readonly upload: string
  readonly uploads: readonly { readonly id: string; readonly code: ErrorCode; readonly message: string }[]
}

export interface Refusal {
  readonly ok: false
  readonly code: ErrorCode
  readonly message: string
  /** Messages by field name. */
  readonly fields?: Readonly<Record<string, string>>
  /** The refused uploads, or the project that an earlier attempt created. */
  readonly about?: RefusedUploads | { readonly projectId: string }
  readonly conflict?: VersionConflict
  /** Seconds until another attempt is allowed. */
  readonly retryAfter?: number
  /** The response to the commit was lost: the change may be stored, so its files must stay. */
  readonly maybeStored?: true
}

export interface Done<T> {
  readonly ok: true
  readonly value: T
}

/** The result of every command. Expected refusals are values, never thrown. */
export type Result<T = null> = Done<T> | Refusal

export function done(): Done<null>
export function done<T>(value: T): Done<T>
export function done(value: unknown = null): Done<unknown> {
  return { ok: true, value }
}

/** The command was refused and changed nothing, unless `maybeStored` is set. */
export function refused(
  code: ErrorCode,
  message: string,
  more: Pick<Refusal, 'fields' | 'about' | 'conflict' | 'retryAfter' | 'maybeStored'> = {},
): Refusal {
  return { ok: false, code, message, ...more }
}

export const unexpectedErrorMessage = 'Something went wrong on our side. Please try again in a moment.'
