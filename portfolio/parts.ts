import type { Kysely } from 'kysely'
import type { Tables } from '#server/data/tables.ts'
import type { Change } from './changes.ts'
import type { Outcome } from './outcome.ts'
import type { DerivativeFormat, Kind } from './photo/photo.ts'

/** Everything the product needs from the world. Tests hand in others. */
export interface Parts {
  readonly db: Kysely<Tables>
  readonly files: Files
  readonly uploads: Uploads
  readonly pictures: Pictures
  readonly channel: Channel
  readonly accounts: Accounts
  readonly stamps: Stamps
  readonly log: Log
  readonly now: () => Date
  readonly newId: () => string
  /** Tells the clock that there is something to make. */
  readonly wake: () => void
}

/** Files under keys like `images/name.jpg`. What was kept is on the disk, whole, before the answer. */
export interface Files {
  /** Copies the file at `path` under the first of these keys that is free, and says which. Never overwrites. */
  keep(path: string, keys: Iterable<string>): Promise<string>
  /** Writes bytes under the key, replacing what a cut-off attempt left there. For what can be made again. */
  write(key: string, bytes: Uint8Array): Promise<void>
  /** A path that can be read, or `null` when there is no such file. */
  find(key: string): Promise<{ path: string; size: number; changedAt: Date } | null>
  /** The keys of all files, in no order; what comes or goes meanwhile may be among them. */
  list(): AsyncIterable<string>
  /** Removes one file, or everything under a prefix that ends in `/`. Missing is fine. */
  remove(key: string): Promise<void>
  /** Removes what cut-off attempts have left since before `before`. */
  sweepDrafts(before: Date): Promise<void>
  /** How many of those there are. */
  countDrafts(before: Date): Promise<number>
}

/** Uploads that have arrived but hang nowhere yet. */
export interface Uploads {
  /** The finished upload of this person, or `null`: unknown, unfinished or someone else's. */
  find(id: string, userId: string): Promise<{ path: string; fileName: string; bytes: number } | null>
  discard(id: string): Promise<void>
  /** Discards what has lain about since before `before`. */
  sweep(before: Date): Promise<number>
}

/** How a picture looks from afar. */
export interface Look {
  /** The dominant colour, `#rrggbb`. */
  readonly colour: string
  /** The picture at ten pixels as a `data:` address, some 300 characters. */
  readonly placeholder: string
  /** It shows colours that sRGB cannot. */
  readonly wide: boolean
}

/** What the decoder says a file is, after it has decoded all of it. */
export interface Examined extends Look {
  readonly format: 'jpeg' | 'png' | 'webp' | 'heic'
  /** Pixels of the upright picture. */
  readonly width: number
  readonly height: number
}

/** One file for browsers. */
export interface Derivative extends Kind {
  readonly bytes: Uint8Array
}

/** The image machine. */
export interface Pictures {
  /** Decodes the whole file; refuses, in a sentence for its owner, what is not a picture that can be shown. */
  examine(path: string): Promise<Outcome<Examined>>
  /** Makes the derivatives width by width, in the order given, and hands over all of one width at once. */
  derive(
    path: string,
    widths: readonly number[],
    keep: (width: number, derivatives: readonly Derivative[]) => Promise<void>,
  ): Promise<Look>
  /** Decodes one derivative, all of it; `null` when it cannot be shown. */
  inspect(path: string): Promise<{ format: DerivativeFormat; width: number } | null>
  /** A JPEG of exactly this size, filled by the derivative at `path` with its focal point in sight. */
  crop(
    path: string,
    size: { readonly width: number; readonly height: number },
    focal: { readonly focalX: number; readonly focalY: number },
  ): Promise<Uint8Array>
}

/** Carries changes to open pages. */
export interface Channel {
  publish(changes: readonly Change[]): void
  /** Returns the way to stop listening. */
  subscribe(listen: (change: Change, edition: string) => void): () => void
  /** Grows with every change, and differs after a restart: whoever read at another edition reads again. */
  edition(): string
}

/** Moments that were written into a form by this site, and that nobody else can make up. */
export interface Stamps {
  make(at: Date): string
  /** `null` for what this site has not written. */
  read(stamp: string): Date | null
}

/** A session that was opened: the headers that carry it to the browser. */
export interface Entry {
  readonly userId: string
  readonly cookies: readonly string[]
}

/** A session that is open, and whose it is. */
export interface Session {
  readonly id: string
  readonly userId: string
  readonly email: string
  readonly openedAt: Date
  readonly usedAt: Date
}

/** Who is who. Knows nothing of roles. */
export interface Accounts {
  /** `null` when the address is taken, after as much work as for a free one. Ends the old session of this browser. */
  signUp(email: string, password: string, headers: Headers): Promise<Entry | null>
  /** `null` for an unknown address and for a wrong password alike. Ends the old session of this browser. */
  logIn(email: string, password: string, headers: Headers): Promise<Entry | null>
  /** Ends the session; returns the headers that clear it. */
  logOut(headers: Headers): Promise<readonly string[]>
  whoIs(headers: Headers): Promise<Session | null>
  /** Notes that the session was used. */
  touch(sessionId: string, at: Date): Promise<void>
  end(sessionId: string): Promise<void>
  findByEmail(email: string): Promise<{ userId: string; email: string } | null>
  emailsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Ends all sessions of this user. */
  setPassword(userId: string, password: string): Promise<void>
  /** Deletes the account with everything that belongs to it; nothing of it is left. */
  remove(userId: string): Promise<void>
}

/** One JSON line each. `detail` holds no secret and no body of a request. */
export interface Log {
  info(message: string, detail?: Record<string, unknown>): void
  warn(message: string, detail?: Record<string, unknown>): void
  error(message: string, detail?: Record<string, unknown>): void
}

/** The database could not do it (busy for too long, full, broken, gone). The driver's error is its cause. */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed'
  readonly full: boolean

  constructor(cause: unknown, full = false) {
    super('the store failed', { cause })
    this.full = full
  }
}

/** The file store could not do it (full, read-only, broken). The system's error is its cause. */
export class FilesFailed extends Error {
  override readonly name = 'FilesFailed'
  readonly full: boolean

  constructor(cause: unknown, full = false) {
    super('the file store failed', { cause })
    this.full = full
  }
}
