/** A `mailto:` link to this address, in which everything that could begin a header field is encoded, such as ? and &. */
export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}
