const dayMs = 24 * 60 * 60_000

/** How long the files of removed projects and photos are kept. */
export const removedRetentionMs = 30 * dayMs

/** How long they must be there: until a day before they are deleted, they are backed up and verified. */
export const removedBackupMs = removedRetentionMs - dayMs

/** How long files that no row owns are kept after they were set aside. */
export const setAsideRetentionMs = 30 * dayMs

/**
 * How long files without a photo are kept: unattached uploads, temporary files, and files whose row may follow. Also
 * former derivatives, which open pages may still request.
 */
export const unownedRetentionMs = dayMs
