const countryNames = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'none' })

/** Codes of regions, and of the Unicode project, that have a name but are not countries. */
const notCountries: readonly string[] = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']

/** The English name of a country by its ISO 3166-1 code; `undefined` if there is none. */
export function countryName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) && !notCountries.includes(code) ? countryNames.of(code) : undefined
}
