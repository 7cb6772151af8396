import { createContext } from 'react'

/** Whether the browser asks for less data (`Save-Data: on`); provided while the server renders. */
export const SaveDataContext = createContext(
  // Only Chromium has `connection`; Node has no `navigator` in all versions.
  (globalThis.navigator as { connection?: { saveData?: boolean } } | undefined)?.connection?.saveData === true,
)
