/** `recipient`: length of the name in code points. `days`: how far ahead a link may expire. */
export const privateLinkLimits = { recipient: 80, days: 366 } as const

/** How long the list shows an expired link. */
export const expiredLinkRetentionMs = 30 * 24 * 60 * 60_000

/** A private link as admins see it. */
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

const dayMs = 24 * 60 * 60_000

/** The last moment of a day such as `2026-11-25` in a time zone; `null` if there is no such day. */
export function endOfDay(day: string, timeZone: string): Date | null {
  const start = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  // `Date.parse` accepts 30 February.
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day) return null
  const end = start + dayMs - 1
  // The offset depends on the moment, which depends on the offset.
  return new Date(end - offsetAt(end - offsetAt(end, timeZone), timeZone))
}

/** The day of a moment in a time zone, such as `2026-11-25`. */
export function dayOf(at: number, timeZone: string): string {
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 10)
}

/** How far the clocks of a time zone are ahead of UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const digits = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const format = new Intl.DateTimeFormat('en-GB', { ...digits, hourCycle: 'h23', timeZone })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day, hour, minute } = parts
  const minuteMs = 60_000
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / minuteMs) * minuteMs
}
