import { expect, test } from 'vitest'
import type { HealthLine } from '#portfolio/health/health-line.ts'
import { adviceTexts } from './health-advice.ts'
import { byUrgency, plainSentences, summarise, technicalNotes, withoutBackupAdvice } from './health-texts.ts'

const advice = adviceTexts('today')
const fine: HealthLine = { part: 'Pictures', needsAttention: false, sentences: [{ text: 'All are ready' }] }
const advised: HealthLine = {
  part: 'Mail',
  needsAttention: false,
  sentences: [{ text: 'The site sends no e-mail', advice: 'set-mail-server' }],
}
const problem: HealthLine = {
  part: 'Disk',
  needsAttention: true,
  sentences: [{ text: '1 MB of 1 GB is free', advice: 'make-space' }],
}
const id: HealthLine = { part: 'Store', needsAttention: false, sentences: [{ text: 'Its id is 1', technical: true }] }

test('the summary is ‘Everything is in order.’ only if no line needs attention or has advice', () => {
  expect(summarise([fine, id])).toBe('Everything is in order.')
  expect(summarise([fine, advised])).toBe('Nothing is wrong. There is advice on Mail.')
  expect(summarise([problem, fine])).toBe('One part needs your attention.')
  expect(summarise([problem, problem, advised, { ...advised, part: 'Backup' }])).toBe(
    '2 parts need your attention. There is advice on Mail and Backup.',
  )
})

test('ids and settings are only in the notes for the operator', () => {
  expect(byUrgency([fine, id, advised, problem])).toEqual([problem, advised, fine])
  expect(plainSentences(advised, advice).join()).not.toContain('SMTP_URL')
  expect(technicalNotes([problem, fine, id, advised], advice)).toEqual([
    { part: 'Store', sentences: 'Its id is 1.' },
    { part: 'Mail', sentences: 'SMTP_URL and MAIL_FROM set a mail server, as the README describes.' },
  ])
})

test.each(['first-backup', 'back-up', 'retry-backup'] as const)('the advice ‘%s’ can be left out', (makesBackup) => {
  const backup: HealthLine = {
    part: 'Backup',
    needsAttention: true,
    sentences: [
      { text: 'There is no backup yet', advice: makesBackup },
      { text: 'It is on the same disk', advice: 'copy-backup' },
    ],
  }
  const [left = backup] = withoutBackupAdvice([backup])
  expect(plainSentences(left, advice)).toEqual([
    'There is no backup yet.',
    'It is on the same disk. Download it and keep it in another place.',
  ])
})
