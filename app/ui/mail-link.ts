/** A `mailto:` link to this address. RFC 6068 allows only the @ of an address unencoded. */
export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}
