const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export const defaultTimeZone = 'Europe/London'

/** A date such as `23 Nov 2026`, the same on the server and in every browser. */
export function formatDate(at: string, timeZone: string): string {
  const { day, month, year } = partsOf(at, timeZone)
  return `${Number(day)} ${months[Number(month) - 1]} ${year}`
}

/** A time such as `23 Nov 2026, 14:05`. */
export function formatTime(at: string, timeZone: string): string {
  const { hour, minute } = partsOf(at, timeZone)
  return `${formatDate(at, timeZone)}, ${hour}:${minute}`
}

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

/** The digits of year, month, day, hour and minute. */
export function partsOf(at: string, timeZone: string): Parts {
  const parts = formatFor(timeZone).formatToParts(new Date(at))
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

// Creating a format takes 50 times as long as using it.
const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? createFormat(timeZone)
  formats.set(timeZone, format)
  return format
}

/** Falls back to UTC in browsers that do not know the time zone. */
function createFormat(timeZone: string): Intl.DateTimeFormat {
  // Only digits: browsers differ in the names of months.
  const digits = { year: 'numeric', month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const
  try {
    return new Intl.DateTimeFormat('en-GB', { ...digits, hourCycle: 'h23', timeZone })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return createFormat('UTC')
  }
}
