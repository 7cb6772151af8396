const units = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const

const format = new Intl.RelativeTimeFormat('en-GB')

/** An age such as `3 days ago`, in whole units. */
export function formatAge(ms: number): string {
  const [unit, unitMs] = units.find(([, length]) => ms >= length) ?? []
  return unit ? format.format(-Math.floor(ms / unitMs), unit) : 'less than a minute ago'
}
