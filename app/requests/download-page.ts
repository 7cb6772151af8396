/** The search parameter with which a page starts its download at once, because a proof was just given. */
export const downloadParam = 'download'

/** The URL to return to after the proof that a download requires; `page` is the page with the download link. */
export function downloadPageUrl(page: string): string {
  return `${page}?${downloadParam}=yes`
}
