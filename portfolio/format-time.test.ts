import { expect, test } from 'vitest'
import { formatDate, formatTime } from './format-time.ts'

test.each([
  ['Europe/London', '2026-03-29T00:59:00Z', '29 Mar 2026, 00:59'],
  ['Europe/London', '2026-03-29T01:00:00Z', '29 Mar 2026, 02:00'],
  ['Europe/London', '2026-10-25T00:59:00Z', '25 Oct 2026, 01:59'],
  ['Europe/London', '2026-10-25T01:00:00Z', '25 Oct 2026, 01:00'],
  ['America/New_York', '2026-03-08T06:59:00Z', '8 Mar 2026, 01:59'],
  ['America/New_York', '2026-03-08T07:00:00Z', '8 Mar 2026, 03:00'],
  ['America/New_York', '2026-11-01T05:59:00Z', '1 Nov 2026, 01:59'],
  ['America/New_York', '2026-11-01T06:00:00Z', '1 Nov 2026, 01:00'],
  ['Asia/Kathmandu', '2026-12-31T18:15:00Z', '1 Jan 2027, 00:00'],
  ['UTC', '2026-09-05T00:00:00Z', '5 Sep 2026, 00:00'],
])('in %s, %s is %s', (timeZone, at, text) => {
  expect(formatTime(at, timeZone)).toBe(text)
  expect(formatDate(at, timeZone)).toBe(text.split(',')[0])
})

test('a time in an unknown time zone is shown in UTC', () => {
  expect(formatTime('2026-07-01T12:00:00Z', 'Mars/Olympus')).toBe('1 Jul 2026, 12:00')
})
