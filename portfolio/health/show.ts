import type { MailStatus } from '#portfolio/mail/mail.ts'
import { readMailNotice } from '#portfolio/mail/read.ts'
import type { Ports } from '#portfolio/ports.ts'
import { readAttention } from './attention.ts'
import { describeHealth, describeMail } from './describe.ts'
import type { DiskSpace } from './reserved-space.ts'
import type { HealthLine, HealthNotice, HealthSentence } from './health-line.ts'
import { assessHealth } from './read.ts'

interface ShowHealthInput {
  readonly now: Date
  /** The space of the disk with the files; `null` if it has no limit or could not be read. */
  readonly space: DiskSpace | null
  readonly origin: string
  readonly version: string
  readonly mail: MailStatus | null
}

export async function showHealth(
  db: Ports['db'],
  { now, space, origin, version, mail }: ShowHealthInput,
): Promise<{ readonly lines: readonly HealthLine[]; readonly hasBackup: boolean }> {
  const health = await assessHealth(db, { now, space })
  const versionLine = {
    part: 'Version',
    needsAttention: false,
    sentences: [{ text: `Enfilade ${version}`, technical: true }],
  }
  const lines = [...describeHealth(health, now), describeMail(mail, now), describeAddress(origin), versionLine]
  return { lines, hasBackup: Boolean(health.backup.last?.succeededAt) }
}

export async function showNotice(ports: Parameters<typeof readMailNotice>[0]): Promise<HealthNotice | null> {
  const parts = await readAttention(ports)
  if (parts.length > 0) return { parts }
  const mail = await readMailNotice(ports)
  return mail && { mail }
}

function describeAddress(origin: string): HealthLine {
  const { protocol, hostname } = new URL(origin)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1'
  const needsAttention = protocol === 'http:' && !isLocal
  const sentences: HealthSentence[] = [{ text: `The site is at ${origin}` }]
  if (isLocal) sentences.push({ text: 'Only this computer can open it', advice: 'publish-site' })
  if (needsAttention) sentences.push({ text: 'Passwords and messages can be read on their way', advice: 'use-https' })
  return { part: 'Address', needsAttention, sentences }
}
