import type { Health, UnshownPhotos } from '#portfolio/health/read.ts'

/** One line for each part of the site's health; those that need attention come first. */
export function describeHealth(health: Health, now: Date): string {
  const lines = [
    { part: health.disk, text: describeDisk(health.disk) },
    { part: health.clock, text: describeClock(health.clock) },
    { part: health.backup, text: describeBackup(health.backup, now) },
    { part: health.collection, text: describeCollection(health.collection) },
    { part: health.photos, text: describePhotos(health.photos) },
    { part: null, text: `Store: ${health.storeId ?? 'has no identity'}.` },
  ].map(({ part, text }) => ({ isProblem: part?.needsAttention ?? false, text }))
  const inOrder = [...lines.filter((line) => line.isProblem), ...lines.filter((line) => !line.isProblem)]
  return inOrder.map(({ isProblem, text }) => printable(`${isProblem ? 'PROBLEM' : 'ok'}  ${text}`)).join('\n')
}

/** Whether any part needs the operator's attention. */
export function needsAttention({ disk, clock, backup, collection, photos }: Health): boolean {
  return [disk, clock, backup, collection, photos].some((part) => part?.needsAttention)
}

function describeDisk(disk: Health['disk']): string {
  if (!disk) return 'Disk: the storage has no known limit.'
  const space = `Disk: ${bytes(disk.free)} of ${bytes(disk.total)} are free`
  return disk.needsAttention
    ? `${space}. Below ${bytes(disk.reserved)} no pictures are added or prepared: make space.`
    : `${space}; below ${bytes(disk.reserved)} no pictures are added.`
}

function describeClock({ pausedForMs, jump }: Health['clock']): string {
  if (pausedForMs === 0) return 'Clock: trusted.'
  const jumped = jump ? ` It moved ${jump.ms > 0 ? 'forward' : 'back'} by ${duration(Math.abs(jump.ms))}.` : ''
  const paused = `Nothing is deleted because of its age for ${duration(pausedForMs)} more.`
  return `Clock:${jumped} ${paused} Check the date of this machine; if it is right, run: npm run admin -- clock-ok`
}

function describeBackup({ last, isOverdue }: Health['backup'], now: Date): string {
  const age = last?.succeededAt && `the last one was made ${duration(now.getTime() - Date.parse(last.succeededAt))} ago`
  const sentences = [`Backup: ${age ? `${age}, in ${last.folder ?? 'an unknown folder'}` : 'none was made yet'}.`]
  if (isOverdue) sentences.push('There is none from the last 48 hours: run npm run backup -- <folder>.')
  if (last?.failure) sentences.push(`It failed on ${last.failure.at}: ${last.failure.message}`)
  if (last?.sameDisk)
    sentences.push('It is on the disk of the site and would be lost with it: copy it to another disk.')
  if (last && last.missing > 0)
    sentences.push(`${last.missing} files were missing or damaged: run npm run check-store.`)
  if (last?.succeededAt && !last.databaseIncluded) sentences.push('It has no database: save PostgreSQL with pg_dump.')
  return sentences.join(' ')
}

function describeCollection(collection: Health['collection']): string {
  if (!collection) return 'Files without a photo: not looked for yet.'
  const { files, total, refused } = collection
  if (!refused) return `Files without a photo: ${files} of ${total} were set aside by the last clean-up.`
  return `Files without a photo: ${files} of ${total}, too many to be right; they were left in place. Check the database.`
}

function describePhotos({ unshown }: Health['photos']): string {
  return `Pictures: ${unshown.map(describeProject).join('; ') || 'none failed, none waits for long'}.`
}

function describeProject({ project, failed, waiting }: UnshownPhotos): string {
  const counts = [failed > 0 && `${failed} failed`, waiting > 0 && `${waiting} waiting for over an hour`]
  return `${project === null ? 'of the studio' : `in "${project}"`} ${counts.filter(Boolean).join(' and ')}`
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

function bytes(count: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(count, 1)) / 10), units.length - 1)
  return `${Math.round(count / 1024 ** step)} ${units[step]}`
}

function duration(ms: number): string {
  const hours = ms / (60 * 60_000)
  if (hours < 1) return `${Math.ceil(ms / 60_000)} minutes`
  return hours < 48 ? `${Math.round(hours)} hours` : `${Math.round(hours / 24)} days`
}

// Names and messages must not send control characters to the terminal.
function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}]/gu, '')
}
