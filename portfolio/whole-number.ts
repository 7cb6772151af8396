/** A whole number in ASCII digits with an optional minus, or `null` for anything else. */
export function parseWholeNumber(text: string): number | null {
  if (!/^-?\d{1,16}$/.test(text)) return null
  const number = Number(text)
  // `+ 0` turns -0 into 0, because `toLocaleString` would write -0.
  return Number.isSafeInteger(number) ? number + 0 : null
}
