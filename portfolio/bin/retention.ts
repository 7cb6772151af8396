const dayMs = 24 * 60 * 60_000

/** How long removed projects and photos can be restored, and their files are backed up and verified. */
export const restorableMs = 30 * dayMs

/** How long removed rows and files are kept: a day longer, so the clean-up never deletes what can still be restored. */
export const removedRetentionMs = restorableMs + dayMs

/** `deletedAt` of erased projects and photos until their files are deleted; earlier than any real time. */
export const erasedAt = '0001-01-01T00:00:00.000Z'

/** How long orphan files are kept after they were set aside. */
export const setAsideRetentionMs = 30 * dayMs

/**
 * How long files without a row are kept: unattached uploads, temporary files, and stored files whose row may still be
 * inserted. Applies to unused crops and derivatives of previous recipes too, which open pages may still request.
 */
export const unownedRetentionMs = dayMs

/** What was removed before this time (ISO 8601) expires. */
export function expiresBefore(now: Date): string {
  return new Date(now.getTime() - removedRetentionMs).toISOString()
}
