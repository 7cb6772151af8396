import { partsOf } from '#portfolio/format-time.ts'

const dayMs = 24 * 60 * 60_000

/** The local time of an instant (ISO 8601 in UTC) as in a `datetime-local` input: `2027-03-28T09:00`. */
export function localTimeOf(at: string, timeZone: string): string {
  const { year, month, day, hour, minute } = partsOf(at, timeZone)
  const pad = (digits = '') => digits.padStart(2, '0')
  return `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}`
}

/**
 * The instant (ISO 8601 in UTC) of a local time such as `2027-03-28T09:00`; `null` for any other text. A time that
 * occurs twice when the clocks go back means the first one. A time that is skipped when they go forward is moved
 * forward by the length of the gap, as by default in `Temporal`.
 */
export function parseLocalTime(text: string, timeZone: string): string | null {
  // Browsers may add seconds.
  const minute = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:00([.]0+)?)?$/.exec(text.trim())?.[1]
  const asUtc = Date.parse(`${minute}Z`)
  // `Date.parse` accepts 30 February.
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 16) !== minute) return null
  const instantWithOffsetAt = (near: number) => new Date(asUtc - offsetAt(near, timeZone)).toISOString()
  // Clocks change at most once in two days.
  const [first, second] = [instantWithOffsetAt(asUtc - dayMs), instantWithOffsetAt(asUtc + dayMs)]
  const shows = (at: string) => localTimeOf(at, timeZone) === minute
  return shows(first) || !shows(second) ? first : second
}

/** The day after a day such as `2027-03-28`. Counts calendar days, because days last 23 to 25 hours. */
export function nextDay(day: string): string {
  return new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)
}

/** The offset of the time zone from UTC at this time, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  return Date.parse(`${localTimeOf(new Date(at).toISOString(), timeZone)}Z`) - at
}
