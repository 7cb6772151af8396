import { createContext, type RouterContextProvider } from 'react-router'
import type { Person } from '#portfolio/account/account.ts'
import type { Audience } from '#portfolio/audience.ts'
import type { Topic } from '#portfolio/change-events.ts'
import type { ExportedFile } from '#portfolio/export/export.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { SiteSummary } from '#portfolio/setup/setup.ts'

export interface SiteBackups {
  /** Starts a backup in the background, unless one is running. */
  start(): void
  /** Whether this or another process is making a backup. */
  isRunning(): Promise<boolean>
  /** The newest complete backup as a tar archive; `null` if there is none. */
  openLatest(): Promise<{ readonly name: string; readonly archive: ReadableStream<Uint8Array> } | null>
}

/** The files of an export in one folder, as a tar archive. Originals are read while it is sent. */
export type PackExport = (folder: string, files: readonly ExportedFile[]) => ReadableStream<Uint8Array>

/** Passed by the server to every loader and action. */
export interface RequestContext {
  readonly ports: Ports
  /** The user who sent the request; `null` without a session. */
  readonly person: Person | null
  /** `admins` for an admin who has not hidden the tools, otherwise `everyone`. Commands check the role instead. */
  readonly audience: Audience
  /** Read at most once for each request. */
  readonly siteSummary: () => Promise<SiteSummary>
  /** The client address for rate limits; for IPv6, its first 64 bits. */
  readonly rateLimitKey: string
  /** The site's edition, read before any other data for this response. */
  readonly edition: string
  /** The site's public URL without a trailing slash: `https://studio.example`. */
  readonly origin: string
  /** The CSP nonce of this response's inline scripts and styles. */
  readonly nonce: string
  /** Whether the request is a GET or HEAD for the document. Only such requests are redirected to a new address. */
  readonly isDocument: boolean
  /** The page is dropped from the page cache when one of these topics changes. Loaders add the topics of their data. */
  readonly topics: Set<Topic>
  /** Keeps the response out of the page cache, for example so that one page does not fill it under many URLs. */
  readonly forbidStoring: () => void
  readonly backups: SiteBackups
  readonly packExport: PackExport
  /** Runs `work` when it is this client's turn. The turn ends when the response has been sent. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

const reactRouterContext = createContext<RequestContext>()

/** Called by the server before React Router handles the request. */
export function setRequestContext(context: RouterContextProvider, value: RequestContext): RouterContextProvider {
  context.set(reactRouterContext, value)
  return context
}

export function getRequestContext(context: Readonly<RouterContextProvider>): RequestContext {
  return context.get(reactRouterContext)
}
