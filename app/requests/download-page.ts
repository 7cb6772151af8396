/** Tells a page with the link of a download that the password was just given for it: the download begins at once. */
export const downloadParam = 'download'

/** The URL to return to once the password was given for a download of this page. */
export function downloadPage(page: string): string {
  return `${page}?${downloadParam}=yes`
}
