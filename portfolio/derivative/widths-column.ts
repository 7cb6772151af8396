/** Parses the column `made`, such as `480,800`: widths in ascending order. */
export function parseWidths(made: string): number[] {
  return made === '' ? [] : made.split(',').map(Number)
}

export function formatWidths(widths: readonly number[]): string {
  return widths.toSorted((one, other) => one - other).join(',')
}
