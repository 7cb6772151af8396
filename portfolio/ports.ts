import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import type { ChangeEvent } from './change-events.ts'
import type { Result } from './result.ts'
import type { DiskSpace } from './health/reserved-space.ts'
import type { AcceptedFormat } from './photo/accepted-formats.ts'
import type { EmbeddedTexts } from './photo/photo.ts'
import type { DerivativeFormat, Encoding } from '#portfolio/derivative/derivatives.ts'
import type { MeasuredContrast } from '#portfolio/derivative/contrast-map.ts'
import type { IconShape } from './logo/logo.ts'
import type { Passkeys } from './passkey-port.ts'
import type { ClaimTokens, PrivateLinkTokens } from './token-ports.ts'

export type { ChallengeScope, Credential, CredentialState, PasskeyResponse, Passkeys } from './passkey-port.ts'
export type { ClaimTokens, PrivateLinkTokens } from './token-ports.ts'

/** The domain's interfaces to the outside; `server/compose` provides the adapters. */
export interface Ports {
  readonly db: Kysely<Tables>
  readonly files: FileStore
  readonly uploads: Uploads
  readonly images: ImageProcessor
  readonly events: EventBus
  readonly accounts: Accounts
  readonly timestamps: SignedTimestamps
  readonly devices: DeviceCookies
  readonly claimTokens: ClaimTokens
  readonly privateLinkTokens: PrivateLinkTokens
  readonly passkeys: Passkeys
  readonly log: Log
  readonly now: () => Date
  /** Milliseconds since the machine started, including sleep. Monotonic: setting the clock does not change it. */
  readonly uptimeMs: () => number
  readonly newId: () => string
  /** Starts the background jobs that derive photos, send e-mails and publish scheduled drafts. */
  readonly wake: () => void
  /** The site's public URL without a trailing slash, for links in e-mails. */
  readonly origin: string
  /** Whether a mail server is configured. Without one, no e-mail is queued, and messages arrive in the inbox only. */
  readonly mailConfigured: boolean
  /** The configured mail server. Commands only queue e-mails; a background job sends them. */
  readonly mailServer: MailServer | null
}

export interface MailServer {
  readonly host: string
  readonly from: string
}

export interface StoredFile {
  readonly bytes: number
  readonly changedAt: Date
}

/** Files under keys such as `images/name.jpg`. Stored and written files are durable; errors are `FileStoreFailed`. */
export interface FileStore {
  /** Copies the local file to the first free key and resolves with that key. Never overwrites. */
  store(path: string, keys: Iterable<string> | AsyncIterable<string>): Promise<string>
  /** Writes bytes under the key and replaces an existing file. For files that can be derived again. */
  write(key: string, bytes: Uint8Array): Promise<void>
  stat(key: string): Promise<StoredFile | null>
  /** The content as a stream, which the caller reads to its end or cancels; `null` when the file does not exist. */
  open(key: string): Promise<(StoredFile & { readonly stream: ReadableStream<Uint8Array> }) | null>
  /** Runs `work` with a local path to read, valid until `work` resolves; `null` when the file does not exist. */
  withLocalCopy<T>(key: string, work: (path: string) => Promise<T>): Promise<T | null>
  /** All keys, or those under a prefix that ends in `/`, unordered. Files added or moved meanwhile may be missing. */
  list(prefix?: string): AsyncIterable<string>
  /** Moves a file to another key, replaces an existing file there, and sets `changedAt` to now. */
  move(from: string, to: string): Promise<void>
  /** Deletes one file, or all files under a prefix that ends in `/`. Missing files are ignored. */
  remove(key: string): Promise<void>
  expireTemporaryFiles(before: Date): Promise<void>
  countTemporaryFiles(before: Date): Promise<number>
  /** The free space and the size of the disk; `null` for a store without a limit. */
  freeSpace(): Promise<DiskSpace | null>
}

/** A complete upload that is not attached. Its file name was sent by the browser: untrusted. */
export interface FinishedUpload {
  readonly path: string
  readonly fileName: string
  readonly bytes: number
  readonly examination: Examination | null
}

/** Uploads that are not attached yet. File errors are thrown as `FileStoreFailed`. */
export interface Uploads {
  /** The complete upload of this user; `null` when unknown, incomplete or another user’s. */
  find(id: string, userId: string): Promise<FinishedUpload | null>
  isIncomplete(id: string, userId: string): Promise<boolean>
  saveExamination(id: string, examination: Examination): Promise<void>
  discard(id: string): Promise<void>
  expire(before: Date): Promise<number>
}

/** What pages show before an image has loaded. `colour` is its dominant colour, `#rrggbb`; `wide`: it exceeds sRGB. */
export interface ImageAnalysis {
  readonly colour: string
  /** The image, at most ten pixels wide and high, as a `data:` URL of about 300 characters. */
  readonly placeholder: string
  readonly wide: boolean
}

/** `gainMap`: whether HDR derivatives were made too. */
export interface DerivedAnalysis extends ImageAnalysis, MeasuredContrast {
  readonly gainMap: boolean
}

/** An image whose file was decoded completely. Width and height are in pixels, with the orientation applied. */
export interface ExaminedImage extends ImageAnalysis {
  readonly format: AcceptedFormat
  readonly width: number
  readonly height: number
  /** Missing in examinations that older versions stored. */
  readonly animated?: boolean | undefined
}

/** The examination of an original, with the SHA-256 of the file in hexadecimal. */
export interface Examination extends ExaminedImage {
  readonly sha256: string
}

export interface Derivative extends Encoding {
  readonly bytes: Uint8Array
}

/** Derivatives of one width in some formats, of the whole original (`crop` is `null`) or of the crop with this name. */
export interface DerivativeSize {
  readonly width: number
  readonly crop: string | null
  readonly formats: readonly DerivativeFormat[]
  /** Whether to make a JPEG with the gain map too, if the original has one. */
  readonly hdr?: boolean
}

/** Its methods throw `ImageProcessorFailed` when their worker fails. */
export interface ImageProcessor {
  /** Decodes the whole file. Refuses files that cannot be shown, or that make the worker fail repeatedly. */
  examine(path: string): Promise<Result<ExaminedImage>>
  /** Decodes once and encodes the sizes in order; `onMade` gets all derivatives of one size and may stop the rest. */
  derive(
    path: string,
    sizes: readonly DerivativeSize[],
    onMade: (size: DerivativeSize, derivatives: readonly Derivative[]) => Promise<'stop' | void>,
    options?: { readonly measureContrast?: boolean },
  ): Promise<DerivedAnalysis>
  /** Decodes the whole derivative; `null` when it is damaged or makes the worker fail repeatedly. */
  decodeDerivative(path: string): Promise<{ format: DerivativeFormat; width: number; gainMap?: boolean } | null>
  readTexts(path: string): Promise<EmbeddedTexts>
  /** A JPEG of exactly this size, cropped around the focal point. */
  crop(
    path: string,
    size: { readonly width: number; readonly height: number },
    focal: { readonly focalX: number; readonly focalY: number },
  ): Promise<Uint8Array>
  /** A PNG of exactly this size, from an original. */
  drawIcon(path: string, shape: IconShape): Promise<Uint8Array>
}

/** A change, with the edition of the site after it. */
export interface DeliveredChange {
  readonly event: ChangeEvent
  readonly edition: string
}

export interface EventBus {
  /**
   * Delivers the committed changes that have not been delivered, in order. If they cannot be read after a commit
   * (`DatabaseFailed`), subscribers get the event `studio`, because every page shows the studio.
   */
  deliver(cause?: 'commit' | 'poll'): Promise<void>
  subscribe(listener: (change: DeliveredChange) => void): () => void
  /** The history and the number of the last delivered change: `3f9a0c21b77e.42`. A restart does not change it. */
  edition(): string
  /** The changes delivered after an edition; `null` when it is unknown or too old. */
  changesSince(edition: string): readonly DeliveredChange[] | null
}

/** Signed timestamps in forms, which only this site can create. */
export interface SignedTimestamps {
  sign(at: Date): string
  verify(timestamp: string): Date | null
}

/** Signed cookies of browsers that have logged in to an account. */
export interface DeviceCookies {
  create(email: string, at: Date): readonly string[]
  /** The id of a valid cookie for this account; `null` without one. */
  find(headers: Headers, email: string, at: Date): string | null
}

export interface NewSession {
  readonly userId: string
  readonly cookies: readonly string[]
}

export interface Session {
  readonly id: string
  readonly userId: string
  readonly email: string
  readonly createdAt: Date
  readonly usedAt: Date
  readonly provenAt: Date
}

/** Accounts and sessions, without roles. */
export interface Accounts {
  /** `null` when the address is taken, which takes as much work as signing up. Ends the browser’s previous session. */
  signUp(email: string, password: string, headers: Headers): Promise<NewSession | null>
  /** `null` for an unknown address or a wrong password. Ends the browser’s previous session. */
  logIn(email: string, password: string, headers: Headers): Promise<NewSession | null>
  /** A session after a passkey was verified; `null` without an account. Ends the browser’s previous session. */
  logInWithPasskey(userId: string, headers: Headers): Promise<NewSession | null>
  isPassword(userId: string, password: string): Promise<boolean>
  /** Ends the session; resolves with the `Set-Cookie` values that clear it. */
  logOut(headers: Headers): Promise<readonly string[]>
  readSession(headers: Headers): Promise<Session | null>
  recordUse(sessionId: string, at: Date): Promise<void>
  recordProof(sessionId: string, at: Date): Promise<void>
  findByEmail(email: string): Promise<{ userId: string; email: string } | null>
  findEmails(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** For a command that sets a password in its own transaction. */
  hashPassword(password: string): Promise<string>
  /** Deletes unused links, all sessions but `keptSession` and, without `keptSession`, the passkeys too. */
  setPassword(userId: string, password: string, keptSession?: string): Promise<void>
}

export interface OutgoingMail {
  /** The same in every attempt: the Message-ID is made from it. */
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly replyTo: string | null
}

export interface Mailer {
  /** Resolves when the mail server has accepted the e-mail, within two minutes. Throws `MailNotSent`. */
  send(mail: OutgoingMail): Promise<void>
}

/** Writes one JSON line per call. `detail` must contain no secret and no request body. */
export interface Log {
  info(message: string, detail?: Record<string, unknown>): void
  warn(message: string, detail?: Record<string, unknown>): void
  error(message: string, detail?: Record<string, unknown>): void
}

/** The database failed (busy for too long, full, broken, unreachable). The driver's error is its cause. */
export class DatabaseFailed extends Error {
  override readonly name = 'DatabaseFailed'
  readonly full: boolean

  constructor(cause: unknown, full = false) {
    super('the database failed', { cause })
    this.full = full
  }
}

/** The file store failed (full, read-only, broken). The system's error is its cause. */
export class FileStoreFailed extends Error {
  override readonly name = 'FileStoreFailed'
  readonly full: boolean

  constructor(cause: unknown, full = false) {
    super('the file store failed', { cause })
    this.full = full
  }
}

/** The worker that processed the file failed. Another attempt may succeed. */
export class ImageProcessorFailed extends Error {
  override readonly name: string = 'ImageProcessorFailed'
  /** The process was killed from outside, for example by a system out of memory: this attempt does not count. */
  readonly killed: boolean
  /** The process exited or was terminated: out of memory, out of time, or a crash. Otherwise it reported an error. */
  readonly ended: boolean

  constructor(message: string, killed: boolean, ended = killed) {
    super(message)
    this.killed = killed
    this.ended = ended
  }
}

/** The mail server did not accept the e-mail, or its reply was lost. `message` is the reply, or the system’s error. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent'
  /** The server refuses this e-mail: another attempt is useless. */
  readonly permanent: boolean
  /** The server accepts no mail at all: it is down, slow or refuses the log-in. */
  readonly unreachable: boolean

  constructor(message: string, { permanent, unreachable }: { permanent: boolean; unreachable: boolean }) {
    super(message)
    this.permanent = permanent
    this.unreachable = unreachable
  }
}
