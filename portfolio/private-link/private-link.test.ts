import { expect, test } from 'vitest'
import { dayOf, endOfDay } from './private-link.ts'

test.each([
  ['2026-11-25', 'Europe/London', '2026-11-25T23:59:59.999Z'],
  ['2026-07-01', 'Europe/London', '2026-07-01T22:59:59.999Z'],
  // The clocks change on these days.
  ['2026-03-29', 'Europe/London', '2026-03-29T22:59:59.999Z'],
  ['2026-10-25', 'Europe/London', '2026-10-25T23:59:59.999Z'],
  ['2026-11-01', 'America/New_York', '2026-11-02T04:59:59.999Z'],
  ['2026-11-25', 'Pacific/Kiritimati', '2026-11-25T09:59:59.999Z'],
])('the day %s in %s ends at %s', (day, timeZone, end) => {
  expect(endOfDay(day, timeZone)?.toISOString()).toBe(end)
  expect(dayOf(Date.parse(end), timeZone)).toBe(day)
  expect(dayOf(Date.parse(end) + 1, timeZone)).not.toBe(day)
})

test.each(['', '2026-02-30', '2026-13-01', '2026-1-1', 'tomorrow', '2026-11-25T00:00'])('%j is not a day', (day) => {
  expect(endOfDay(day, 'Europe/London')).toBeNull()
})
