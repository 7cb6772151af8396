/** Added to the name of a backup that is not complete, or that is being removed. */
export const unfinishedSuffix = '.unfinished'

const pattern = /^enfilade-(nightly-)?(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z(\.unfinished)?$/

/** The name of the folder of a backup: `enfilade-2026-11-21T09-00-00-000Z`, or with `nightly-` for the site's own. */
export function backupName(madeAt: Date, isNightly: boolean): string {
  return `enfilade-${isNightly ? 'nightly-' : ''}${madeAt.toISOString().replace(/[:.]/g, '-')}`
}

export function parseBackupName(
  name: string,
): { readonly madeAt: Date; readonly isNightly: boolean; readonly isUnfinished: boolean } | null {
  const [, nightly, day, hour, minute, second, ms, unfinished] = pattern.exec(name) ?? []
  const madeAt = new Date(`${day}T${hour}:${minute}:${second}.${ms}Z`)
  if (Number.isNaN(madeAt.getTime())) return null
  return { madeAt, isNightly: nightly !== undefined, isUnfinished: unfinished !== undefined }
}
