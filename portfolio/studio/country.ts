const countryNames = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'none' })

/** Codes of regions, and of the Unicode project, that have a name but are not countries. */
const notCountries: readonly string[] = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']

/** Codes with a name that are reserved, but not assigned in ISO 3166-1. XK, in private use for Kosovo, is offered. */
const notAssigned: readonly string[] = ['AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA']

/** The English name of a country by its ISO 3166-1 code, which may be withdrawn; `undefined` if there is none. */
export function countryName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) && !notCountries.includes(code) ? countryNames.of(code) : undefined
}

/**
 * Whether the code is XK, or ISO 3166-1 assigns it today. `Intl.Locale` replaces a withdrawn code, such as DD, by the
 * current one.
 */
export function isCurrentCountry(code: string): boolean {
  const isAssigned = countryName(code) !== undefined && !notAssigned.includes(code)
  return isAssigned && new Intl.Locale(`und-${code}`).region === code
}
