/** The widths in the column `made`, growing. */
export function readMade(made: string): number[] {
  return made === '' ? [] : made.split(',').map(Number)
}

/** Widths as the column `made` holds them. */
export function writeMade(widths: readonly number[]): string {
  return widths.toSorted((one, other) => one - other).join(',')
}
