import { createContext, type RouterContextProvider } from 'react-router'
import type { Person } from '#portfolio/account/account.ts'
import type { Parts } from '#portfolio/parts.ts'

/** What the door hands to each loader and action. */
export interface Visit {
  readonly parts: Parts
  /** Who asks; `null` for someone who is not signed in. */
  readonly person: Person | null
  /** The network address that asks: what is counted, is counted for it. */
  readonly client: string
  /** The edition of the site before anything was read for this answer. */
  readonly edition: string
  /** Where the site lives, without a trailing slash: `https://studio.example`. */
  readonly origin: string
  /** The mark that inline scripts and styles of this answer bear. */
  readonly nonce: string
}

const visitContext = createContext<Visit>()

/** For the door: what every loader and action of this request may ask for. */
export function enter(context: RouterContextProvider, visit: Visit): RouterContextProvider {
  context.set(visitContext, visit)
  return context
}

/** For loaders and actions: the parts, the person. */
export function visitOf(context: Readonly<RouterContextProvider>): Visit {
  return context.get(visitContext)
}
