/** A `mailto:` link to this address; encodes everything that could begin a header field, such as ? and &. */
export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}
