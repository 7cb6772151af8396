// Keys of files that are not those of a photo.

export const storeIdKey = 'store-id'
/** Files written by the health check. */
export const healthPrefix = 'health/'
/** Files that no row owns are moved here, and deleted later. */
export const unownedPrefix = 'unowned/'

/** Whether a key in the store is that of an original or a derivative. */
export function isPhotoFile(key: string): boolean {
  return key !== storeIdKey && !key.startsWith(healthPrefix) && !key.startsWith(unownedPrefix)
}
