import { createContext } from 'react'

/** The mark that inline styles of this answer bear; empty in the browser, which needs none (see `rules.tsx`). */
export const NonceContext = createContext('')
