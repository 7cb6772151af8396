import { formatTime } from '#portfolio/format-time.ts'
import type { MailStatus } from '#portfolio/mail/mail.ts'
import type { HealthLine, HealthSentence } from './health-line.ts'
import type { Health, UnshownPhotos } from './read.ts'

/** One line for each part of the site's health; those that need attention come first. */
export function describeHealth(health: Health, now: Date): HealthLine[] {
  const lines: HealthLine[] = [
    line('Disk', health.disk, describeDisk(health.disk)),
    line('Clock', health.clock, describeClock(health.clock)),
    line('Backup', health.backup, describeBackup(health, now)),
    line('Files without a photo', health.collection, describeCollection(health.collection)),
    line('Pictures', health.photos, describePhotos(health.photos)),
    line('Store', null, [
      { text: health.storeId ? `Its identity is ${health.storeId}` : 'It has no identity', technical: true },
    ]),
  ]
  return sortProblemsFirst(lines)
}

/** The line about mail. A missing mail server is no problem, because all messages are in the inbox. */
export function describeMail(status: MailStatus | null, now: Date): HealthLine {
  const part = 'Mail'
  if (!status) {
    const text = 'The site sends no e-mail; all messages are in the inbox'
    return { part, needsAttention: false, sentences: [{ text, advice: 'set-mail-server' }] }
  }
  const ago = (time: string) => `${duration(now.getTime() - Date.parse(time))} ago`
  const { confirmedAt, failingSince, problem } = status
  const sentences: HealthSentence[] = []
  if (failingSince)
    sentences.push({
      text: `The last e-mail could not be sent; the first failed ${ago(failingSince)}`,
      advice: 'check-mail',
    })
  if (!confirmedAt) sentences.push({ text: 'Nobody has confirmed yet that mail arrives', advice: 'confirm-mail' })
  else if (!failingSince) sentences.push({ text: `It works: a test e-mail arrived ${ago(confirmedAt)}` })
  return { part, needsAttention: problem !== null, sentences }
}

export function sortProblemsFirst(lines: readonly HealthLine[]): HealthLine[] {
  return lines.toSorted((one, other) => Number(other.needsAttention) - Number(one.needsAttention))
}

function line(
  part: string,
  state: { readonly needsAttention: boolean } | null,
  sentences: readonly HealthSentence[],
): HealthLine {
  return { part, needsAttention: state?.needsAttention ?? false, sentences }
}

function describeDisk(disk: Health['disk']): HealthSentence[] {
  if (!disk) return [{ text: 'The space for pictures has no known limit' }]
  const space = `${bytes(disk.free)} of ${bytes(disk.total)} is free`
  const stopped = `Below ${bytes(disk.reserved)} no pictures are added or prepared`
  if (!disk.needsAttention)
    return [{ text: `There is room for new pictures: ${space}` }, { text: stopped, technical: true }]
  return [{ text: space }, { text: stopped, advice: 'make-space' }]
}

function describeClock({ pausedForMs, jump, publishingPaused, needsAttention }: Health['clock']): HealthSentence[] {
  if (!needsAttention) return [{ text: 'It runs normally, so scheduled projects are published on time' }]
  const texts = [
    jump && `It moved ${jump.ms > 0 ? 'forward' : 'back'} by ${duration(Math.abs(jump.ms))}`,
    publishingPaused && 'Scheduled projects are not published until somebody confirms the date',
    pausedForMs > 0 && `Nothing is deleted because of its age for another ${duration(pausedForMs)}`,
  ].filter((text) => typeof text === 'string')
  return texts.map((text, index) => ({ text, ...(index === texts.length - 1 && { advice: 'check-clock' as const }) }))
}

function describeBackup({ backup: { last, isOverdue }, timeZone }: Health, now: Date): HealthSentence[] {
  const age = last?.succeededAt && `The last one was made ${duration(now.getTime() - Date.parse(last.succeededAt))} ago`
  const sentences: HealthSentence[] = age
    ? [{ text: age }, { text: `It is in ${last.folder ?? 'an unknown folder'}`, technical: true }]
    : [{ text: 'No backup has been made yet', ...(!isOverdue && !last?.failure && { advice: 'first-backup' }) }]
  if (isOverdue) sentences.push({ text: 'There is no backup from the last 48 hours', advice: 'back-up' })
  if (last?.failure) {
    const { at, message } = last.failure
    sentences.push({
      text: `It failed on ${formatTime(at, timeZone)}: ${message.replace(/[.]$/, '')}`,
      ...(!isOverdue && { advice: 'retry-backup' }),
    })
  }
  if (last?.sameDisk)
    sentences.push({ text: 'It is on the disk of the site and would be lost with it', advice: 'copy-backup' })
  if (last && last.missing > 0)
    sentences.push({
      text: `${count(last.missing, 'file')} ${last.missing === 1 ? 'was' : 'were'} missing or damaged`,
      advice: 'check-files',
    })
  if (last?.succeededAt && !last.databaseIncluded)
    sentences.push({ text: 'It contains the pictures, but not the database with all texts', advice: 'save-database' })
  return sentences
}

function describeCollection(collection: Health['collection']): HealthSentence[] {
  if (!collection) return [{ text: 'Not checked yet', technical: true }]
  const { files, total, refused } = collection
  if (!refused && files === 0) return [{ text: 'None', technical: true }]
  if (!refused) return [{ text: `${files} of ${total} were set aside by the last clean-up`, technical: true }]
  const text = `${files} of ${total} stored files belong to no picture, too many to be right; they were left in place`
  return [{ text, advice: 'check-database' }]
}

function describePhotos({ unshown, making, again, total }: Health['photos']): HealthSentence[] {
  const queued = [
    making > 0 && `${count(making, 'picture')} ${making === 1 ? 'is' : 'are'} being prepared`,
    again > 0 &&
      `${total - again} of ${count(total, 'picture')} made again since the last update; the others are shown as before`,
  ]
  const sentences: HealthSentence[] = queued.filter((text) => text !== false).map((text) => ({ text }))
  if (unshown.length > 0)
    return [{ text: unshown.map(describeProject).join('; '), advice: 'check-pictures' }, ...sentences]
  return sentences.length > 0 ? sentences : [{ text: 'All are ready' }]
}

function describeProject({ project, failed, waiting, reasons }: UnshownPhotos): string {
  const why = reasons.length > 0 ? ` (${reasons.join('; ')})` : ''
  const counts = [failed > 0 && `${failed} failed${why}`, waiting > 0 && `${waiting} waiting for over an hour`]
  return `${project === null ? 'Of the studio’s pictures' : `In "${project}"`} ${counts.filter(Boolean).join(' and ')}`
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

function bytes(count: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(count, 1)) / 10), units.length - 1)
  return `${Math.round(count / 1024 ** step)} ${units[step]}`
}

function duration(ms: number): string {
  const hours = ms / (60 * 60_000)
  if (hours < 1) return count(Math.ceil(ms / 60_000), 'minute')
  return hours < 48 ? count(Math.round(hours), 'hour') : count(Math.round(hours / 24), 'day')
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}
