import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url'

/** Addresses of the two fonts that every page starts with: `<link rel="preload" as="font" crossOrigin="anonymous">`. */
export const fontPreloads: readonly string[] = [fraunces, figtree]
