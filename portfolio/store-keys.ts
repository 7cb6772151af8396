// Keys of files that do not belong to a photo.

export const storeIdKey = 'store-id'
/** Files written by the health check. */
export const healthPrefix = 'health/'
/** Files that no row owns are moved here, and deleted later. */
export const unownedPrefix = 'unowned/'

/** Whether a key in the store belongs to an original or a derivative. */
export function isPhotoFile(key: string): boolean {
  return key !== storeIdKey && !key.startsWith(healthPrefix) && !key.startsWith(unownedPrefix)
}
