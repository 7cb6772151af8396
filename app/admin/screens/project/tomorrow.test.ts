import { expect, test } from 'vitest'
import { tomorrow } from './tomorrow.ts'

test.each([
  ['2027-01-31T12:00:00.000Z', 'Europe/London', '2027-02-01T09:00'],
  ['2027-01-31T12:00:00.000Z', 'Pacific/Kiritimati', '2027-02-02T09:00'],
  // A day of 25 hours, just after it has begun.
  ['2027-10-30T23:10:00.000Z', 'Europe/London', '2027-11-01T09:00'],
  // A day of 23 hours follows, and this one is about to end.
  ['2027-03-27T23:30:00.000Z', 'Europe/London', '2027-03-28T09:00'],
])('at %s in %s, tomorrow is %s', (now, timeZone, expected) => {
  expect(tomorrow(new Date(now), timeZone)).toBe(expected)
})
