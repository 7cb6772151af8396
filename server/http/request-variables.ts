import type { HttpBindings } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import type { Person } from '#portfolio/account/account.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { PackExport, SiteBackups } from '#app/requests/request-context.ts'
import type { FindClientAddress } from './client-address.ts'

export interface AppOptions {
  readonly ports: Ports
  readonly origin: string
  readonly pages: ServerBuild
  /** Writes to the database, and throws if that fails. */
  readonly probeDatabase: () => Promise<void>
  readonly findClientAddress: FindClientAddress
  /** Handles a request of the tus protocol. The caller must have authorised the user. */
  readonly receiveUpload: (request: Request, userId: string) => Promise<Response>
  readonly backups: SiteBackups
  readonly packExport: PackExport
  /** Whether another process has changed the data since the last call; with `null`, no pages are kept in memory. */
  readonly hasForeignChanges: (() => boolean) | null
}

export interface RequestVariables {
  requestId: string
  clientAddress: string
  /** `null` without a session. Not set where no session is read, such as for `/assets`, `/photos` and `/healthz`. */
  person: Person | null
  nonce: string
  /** Why the request failed: logged, never part of the response. */
  errorCause: string | undefined
}

export interface AppEnv {
  Bindings: HttpBindings
  Variables: RequestVariables
}
