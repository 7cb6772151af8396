/** Why a wish was not granted; each is one answer at the door (`app/answer.ts` gives the status). */
export type Why =
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

/** Two versions of one text: what stands, and what was to be saved over it. */
export interface Newer {
  readonly yours: string
  readonly theirs: string
  /** The version to name when yours is to replace theirs after all; a text without versions names the text itself. */
  readonly version?: number
}

/** An expected refusal: a value, written for the person who reads it. */
export interface Refusal {
  readonly ok: false
  readonly why: Why
  readonly message: string
  /** The sentence for each field that was refused, by the field's name. */
  readonly fields?: Readonly<Record<string, string>>
  /** What it is about, where no field is: the id of one upload among several, or of the project that stands already. */
  readonly about?: { readonly upload: string } | { readonly made: string }
  readonly newer?: Newer
  /** Seconds to wait before the next try. */
  readonly retryAfter?: number
  /** The store failed at the very end: it may have been done all the same. What belongs to it must stay. */
  readonly unsure?: true
}

/** The wish was granted; `value` is what it gives. */
export interface Done<T> {
  readonly ok: true
  readonly value: T
}

/** What every verb answers with. Nothing expected is thrown. */
export type Outcome<T = null> = Done<T> | Refusal

/** The wish was granted. */
export function done(): Done<null>
export function done<T>(value: T): Done<T>
export function done(value: unknown = null): Done<unknown> {
  return { ok: true, value }
}

/** The wish was not granted; nothing has changed (unless it is `unsure`). */
export function refused(
  why: Why,
  message: string,
  more: Pick<Refusal, 'fields' | 'about' | 'newer' | 'retryAfter' | 'unsure'> = {},
): Refusal {
  return { ok: false, why, message, ...more }
}
