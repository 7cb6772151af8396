import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url'

/** URLs of the fonts that every page preloads. */
export const fontPreloads: readonly string[] = [fraunces, figtree]
