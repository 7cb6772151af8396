import figtree from './fonts/figtree-basic.woff2?url'
import fraunces from './fonts/fraunces-basic.woff2?url'

export const fontPreloads: readonly string[] = [fraunces, figtree]
