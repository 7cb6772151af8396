import { createContext } from 'react'

/** Whether the browser asks for less data (`Save-Data: on`); provided while the server renders. */
export const SaveDataContext = createContext(
  // Only Chromium has `connection`; older versions of Node have no `navigator`.
  (globalThis.navigator as { connection?: { saveData?: boolean } } | undefined)?.connection?.saveData === true,
)
