/** Accesses `localStorage` or `sessionStorage`; `null` if storage is disabled or full, or on the server. */
export function ignoreStorageErrors<T>(access: () => T): T | null {
  try {
    return access()
  } catch (error) {
    // The server has no storage, so access throws a ReferenceError.
    if (error instanceof DOMException || error instanceof ReferenceError) return null
    throw error
  }
}
