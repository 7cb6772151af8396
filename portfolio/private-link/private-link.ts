import { localTimeOf, nextDay, parseLocalTime } from '#portfolio/local-time.ts'

/** The page of a private link; the URLs of its pictures begin with it. `app/routes.ts` has the same URL. */
export const privateLinkPath = '/private/:token'

/** `recipient`: length of the name in code points. `days`: how far ahead a link may expire. */
export const privateLinkLimits = { recipient: 80, days: 366 } as const

/** How long an expired link stays in the list of links. */
export const expiredLinkRetentionMs = 30 * 24 * 60 * 60_000

export interface PrivateLink {
  readonly id: string
  /** The secret part of its URL. */
  readonly token: string
  readonly recipient: string
  readonly expiresAt: string
  readonly isExpired: boolean
  readonly opens: number
  readonly lastOpenedAt: string | null
}

/** The last moment of a day such as `2026-11-25` in a time zone; `null` if there is no such day. */
export function endOfDay(day: string, timeZone: string): Date | null {
  if (parseLocalTime(`${day}T00:00`, timeZone) === null) return null
  const end = parseLocalTime(`${nextDay(day)}T00:00`, timeZone)
  return end === null ? null : new Date(Date.parse(end) - 1)
}

/** The day of a moment in a time zone, such as `2026-11-25`. */
export function dayOf(at: number, timeZone: string): string {
  return localTimeOf(new Date(at).toISOString(), timeZone).slice(0, 10)
}
