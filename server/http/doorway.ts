import type { HttpBindings } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import type { Person } from '#portfolio/account/account.ts'
import type { Parts } from '#portfolio/parts.ts'
import type { FindClient } from './client-address.ts'

/** What the door stands in front of. */
export interface Doorway {
  readonly parts: Parts
  readonly origin: string
  readonly pages: ServerBuild
  /** Writes to the database as a change does; throws what a change would meet. */
  readonly tryStore: () => Promise<void>
  readonly findClient: FindClient
  /** Answers one request of the upload protocol; the door has checked who asks. */
  readonly receiveUpload: (request: Request, userId: string) => Promise<Response>
}

/** What the first steps of a request leave for the next ones. */
export interface Carried {
  /** The network address of whoever asks. */
  client: string
  person: Person | null
  /** The mark that inline scripts and styles of this answer bear. */
  nonce: string
  /** Why it failed: for the log, never for the answer. */
  cause: string | undefined
}

/** A request at the door. */
export interface Entering {
  Bindings: HttpBindings
  Variables: Carried
}
