/** The parameter of a page with a download link; the download begins at once, because a proof was just given. */
export const downloadParam = 'download'

/** The URL to return to once the password or a passkey was used for a download of this page. */
export function downloadPage(page: string): string {
  return `${page}?${downloadParam}=yes`
}
