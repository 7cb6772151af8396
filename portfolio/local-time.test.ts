import { expect, test } from 'vitest'
import { localTimeOf, parseLocalTime } from './local-time.ts'

test.each([
  ['Europe/London', '2027-01-15T09:00', '2027-01-15T09:00:00.000Z'],
  ['Europe/London', '2027-07-15T09:00', '2027-07-15T08:00:00.000Z'],
  ['America/New_York', '2027-07-15T20:30', '2027-07-16T00:30:00.000Z'],
  ['Asia/Kolkata', '2027-01-01T00:15', '2026-12-31T18:45:00.000Z'],
  ['Pacific/Kiritimati', '2027-01-01T00:00', '2026-12-31T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2027-01-01T00:00', '2027-01-01T11:00:00.000Z'],
  // The hours around a clock change.
  ['Europe/London', '2027-03-28T00:59', '2027-03-28T00:59:00.000Z'],
  ['Europe/London', '2027-03-28T02:00', '2027-03-28T01:00:00.000Z'],
  ['Europe/London', '2027-03-29T00:30', '2027-03-28T23:30:00.000Z'],
  ['Europe/London', '2027-10-31T00:59', '2027-10-30T23:59:00.000Z'],
  ['Europe/London', '2027-10-31T02:00', '2027-10-31T02:00:00.000Z'],
  ['Australia/Lord_Howe', '2027-04-04T02:00', '2027-04-03T15:30:00.000Z'],
])('in %s, %s is %s', (timeZone, text, at) => {
  expect(parseLocalTime(text, timeZone)).toBe(at)
  expect(localTimeOf(at, timeZone)).toBe(text)
})

test.each([
  ['Europe/London', '2027-10-31T01:30', '2027-10-31T00:30:00.000Z'],
  ['America/New_York', '2027-11-07T01:00', '2027-11-07T05:00:00.000Z'],
  // Clocks go back by half an hour.
  ['Australia/Lord_Howe', '2027-04-04T01:45', '2027-04-03T14:45:00.000Z'],
])('a time that occurs twice means the first one: in %s, %s is %s', (timeZone, text, at) => {
  expect(parseLocalTime(text, timeZone)).toBe(at)
})

test.each([
  ['Europe/London', '2027-03-28T01:30', '2027-03-28T02:30'],
  ['America/New_York', '2027-03-14T02:00', '2027-03-14T03:00'],
  ['Australia/Lord_Howe', '2027-10-03T02:15', '2027-10-03T02:45'],
])('a skipped time is moved forward by the gap: in %s, %s is %s', (timeZone, text, shown) => {
  expect(localTimeOf(parseLocalTime(text, timeZone) ?? '', timeZone)).toBe(shown)
})

test.each([
  '',
  '2027-02-30T09:00',
  '2027-13-01T09:00',
  '2027-01-01T24:00',
  '2027-01-01 09:00',
  '2027-01-01',
  '+12027-01-01T09:00',
  '2027-01-01T09:00Z',
])('%j is not a local time', (text) => {
  expect(parseLocalTime(text, 'Europe/London')).toBeNull()
})

test('seconds that a browser adds are accepted if they are zero', () => {
  expect(parseLocalTime('2027-01-15T09:00:00.000', 'Europe/London')).toBe('2027-01-15T09:00:00.000Z')
  expect(parseLocalTime('2027-01-15T09:00:30', 'Europe/London')).toBeNull()
})
