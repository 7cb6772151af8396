import { localTimeOf, nextDay } from '#portfolio/local-time.ts'

/** Tomorrow at 9:00, as the value of a `datetime-local` input. */
export function tomorrow(now: Date, timeZone: string): string {
  const today = localTimeOf(now.toISOString(), timeZone).slice(0, 10)
  return `${nextDay(today)}T09:00`
}
