/** Until the studio can set its own. One zone for all, because server and browser must write the same. */
const timeZone = 'Europe/London'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

// Only digits: browsers differ in the names of months.
const digits = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** A day such as `23 Nov 2026`. */
export function formatDate(at: string): string {
  const { day, month, year } = partsOf(at)
  return `${Number(day)} ${months[Number(month) - 1]} ${year}`
}

/** A time such as `23 Nov 2026, 14:05`. */
export function formatTime(at: string): string {
  const { hour, minute } = partsOf(at)
  return `${formatDate(at)}, ${hour}:${minute}`
}

function partsOf(at: string): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  return Object.fromEntries(digits.formatToParts(new Date(at)).map(({ type, value }) => [type, value]))
}
