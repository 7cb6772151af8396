/** The size of Open Graph images in pixels: what link previews expect. */
export const openGraphImageSize = { width: 1200, height: 630 } as const
