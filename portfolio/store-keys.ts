// Keys of files that do not belong to a photo.

export const storeIdKey = 'store-id'
export const healthPrefix = 'health/'
/** Files that no row owns are moved here, and deleted later. */
export const unownedPrefix = 'unowned/'

export function isPhotoFile(key: string): boolean {
  return key !== storeIdKey && !key.startsWith(healthPrefix) && !key.startsWith(unownedPrefix)
}
