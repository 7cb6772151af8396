import type { Mailer, Ports } from '#portfolio/ports.ts'
import type { OpenDatabase } from '#server/database/open.ts'

export interface Adapters {
  readonly ports: Ports
  /** Not a port, because commands only queue e-mails. `null` without a mail server. */
  readonly mailer: Mailer | null
  /** Writes to the database; throws the errors that a command would throw. */
  readonly probeDatabase: () => Promise<void>
  /** Handles a request of the tus protocol. The caller must have authorised the user. */
  readonly receiveUpload: (request: Request, userId: string) => Promise<Response>
  /** The SHA-256 of the secret, which shows whether another process has the same one. */
  readonly secretHash: string
  /** Sets the function that `ports.wake` calls. */
  readonly onWake: (listen: () => void) => void
  /** Must be called for each request: while requests arrive, derivatives are made one at a time. */
  readonly recordRequest: () => void
  /** Removes deleted content from the database files; `false` if a reader may still see it. */
  readonly eraseDeletedContent: () => Promise<boolean>
  readonly runExclusively: OpenDatabase['runExclusively']
  readonly runUnlessRunning: OpenDatabase['runUnlessRunning']
  readonly isRunning: OpenDatabase['isRunning']
  readonly watchForeignChanges: OpenDatabase['watchForeignChanges']
  readonly listenForChanges: OpenDatabase['listenForChanges']
  readonly close: () => Promise<void>
}
