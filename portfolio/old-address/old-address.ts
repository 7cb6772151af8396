export const targetPages = ['home', 'work', 'about', 'values', 'contact', 'privacy'] as const
export type TargetPage = (typeof targetPages)[number]

/** Where an old address leads: to a page, or to the project with this id, whatever its slug is. */
export type Target = { readonly page: TargetPage } | { readonly projectId: string }

/** `addresses` is a number; `path` and `list` (a pasted list) are lengths in UTF-16 code units. */
export const oldAddressLimits = { addresses: 500, path: 300, list: 20_000 } as const

/** An address of the studio's former site, for admins. */
export interface OldAddress {
  readonly id: string
  /** The path, perhaps with a query: `/about.html`, `/index.php?page=about`. */
  readonly path: string
  readonly page: TargetPage | null
  /** `isDraft` and `isRemoved` projects do not exist for visitors, so the address leads nowhere for them. */
  readonly project: { readonly name: string; readonly isDraft: boolean; readonly isRemoved: boolean } | null
}

/** What a path of this site belongs to: a page that can be a target, the address of a project, or something else. */
export type PathOwner = { readonly page: TargetPage } | { readonly project: string } | 'other'

/** Finds the owner of a path; `null` if nothing of the site has it. Only the user interface knows the URLs. */
export type FindPathOwner = (path: string) => PathOwner | null

interface UrlParts {
  readonly pathname: string
  readonly search: string
}

/**
 * The path and the query of a URL as old addresses are compared: in lower case, decoded, without repeated slashes and
 * without a slash at the end. `null` if it is too long or has characters that cannot be stored.
 */
export function normalizeAddress({ pathname, search }: UrlParts): string | null {
  const path = decode(pathname).replace(/\/+/g, '/').replace(/\/$/, '') || '/'
  const address = (path + decode(search)).normalize('NFC').toLowerCase()
  return address.length <= oldAddressLimits.path && !/\p{Cc}/u.test(address) ? address : null
}

/** The old addresses that match a requested URL: with its query, and without. */
export function candidatesOf({ pathname, search }: UrlParts): string[] {
  return [normalizeAddress({ pathname, search }), normalizeAddress({ pathname, search: '' })].filter(
    (address) => address !== null,
  )
}

/** A typed address, such as `/about.html`, as a URL; the host of a whole URL is ignored. */
export function parseTypedAddress(text: string): UrlParts | null {
  const typed = text.trim()
  const isAddress = /^(\/(?!\/)|https?:\/\/)/i.test(typed)
  return isAddress && URL.canParse(typed, 'http://site') ? new URL(typed, 'http://site') : null
}

/** Percent-encoded bytes that are not UTF-8, as in URLs of older sites, stay encoded. */
function decode(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}
