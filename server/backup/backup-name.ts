/** Added to the name of a backup or a copy that is not complete, or that is being removed. */
export const unfinishedSuffix = '.unfinished'

const pattern = /^enfilade-(nightly-)?([\dTZ-]+)(\.unfinished)?$/

const timePattern = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)$/

/** The folder name of a backup: `enfilade-2026-11-21T09-00-00-000Z`, or `enfilade-nightly-…` for an automatic one. */
export function backupName(madeAt: Date, isNightly: boolean): string {
  return `enfilade-${isNightly ? 'nightly-' : ''}${formatFileTime(madeAt)}`
}

/** The inverse of `backupName`, also for a name with `unfinishedSuffix`; `null` for any other name. */
export function parseBackupName(
  name: string,
): { readonly madeAt: Date; readonly isNightly: boolean; readonly isUnfinished: boolean } | null {
  const [, nightly, time = '', unfinished] = pattern.exec(name) ?? []
  const madeAt = parseFileTime(time)
  return madeAt && { madeAt, isNightly: nightly !== undefined, isUnfinished: unfinished !== undefined }
}

/** ISO 8601 in UTC, without the characters that Windows forbids in file names: `2026-11-21T09-00-00-000Z`. */
export function formatFileTime(time: Date): string {
  return time.toISOString().replace(/[:.]/g, '-')
}

/** The inverse of `formatFileTime`; `null` for any other text. */
export function parseFileTime(text: string): Date | null {
  if (!timePattern.test(text)) return null
  const time = new Date(text.replace(timePattern, '$1:$2:$3.$4'))
  return Number.isNaN(time.getTime()) ? null : time
}
