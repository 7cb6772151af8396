import type { HttpBindings } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import type { Person } from '#portfolio/account/account.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { SiteBackups } from '#app/requests/request-context.ts'
import type { FindClientAddress } from './client-address.ts'

/** The options of `createApp`. */
export interface AppOptions {
  readonly ports: Ports
  /** The public URL of the site, without a trailing slash. */
  readonly origin: string
  readonly pages: ServerBuild
  readonly probeDatabase: () => Promise<void>
  readonly findClientAddress: FindClientAddress
  /** Handles one request of the upload protocol. The caller has checked that this user is an admin. */
  readonly receiveUpload: (request: Request, userId: string) => Promise<Response>
  readonly backups: SiteBackups
}

/** The variables that middleware sets for later middleware and routes. */
export interface RequestVariables {
  clientAddress: string
  /** `null` without a session. Set after `/assets`, `/photos` and `/healthz`. */
  person: Person | null
  nonce: string
  /** Why the request failed: logged, never part of the response. */
  errorCause: string | undefined
}

/** The environment of the Hono app. */
export interface AppEnv {
  Bindings: HttpBindings
  Variables: RequestVariables
}
