/** `length` is in code points. */
export const slugLimits = { length: 80 } as const

/** Reserved for pages of the site. */
const reservedSlugs: readonly string[] = ['all', 'create', 'edit', 'index', 'new', 'private']

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Letters without a decomposition into an ASCII letter and accents: Latin, Greek and two lists of Cyrillic ones. */
const transliterations = new Map(
  [
    'ß ss æ ae œ oe ø o đ d ð d þ th ł l ı i ŋ ng',
    'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o',
    'а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh',
    'щ shch ъ - ы y ь - э e ю yu я ya є ye і i ґ g ђ dj ј j љ lj њ nj ћ c џ dz ѕ dz',
  ].flatMap((list) => [...list.matchAll(/(\S) (\S+)/g)].map(([, letter = '', text = '']) => [letter, text] as const)),
)

/**
 * The text as a slug: Latin, Greek and Cyrillic letters become ASCII, other letters stay, and anything else becomes a
 * hyphen. Empty if the text has no letters or digits.
 */
export function slugOf(text: string): string {
  // Lower-cased again, because NFKD turns some characters, such as ™, into capitals.
  const letters = text.toLowerCase().normalize('NFKD').toLowerCase().replace(/['’]/g, '')
  const ascii = [...letters].map((letter) => {
    const replacement = transliterations.get(letter)
    return replacement === '-' ? '' : (replacement ?? letter)
  })
  return (
    ascii
      .join('')
      // Accents of Latin, Greek and Cyrillic letters; the marks of other scripts are part of their words.
      .replace(/[\u0300-\u036f]/g, '')
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
  )
}

/** The slug for a name; it may be taken. Begins with `project` if the name results in no slug or a reserved one. */
export function slugOfName(name: string): string {
  const slug = shorten(slugOf(name), slugLimits.length)
  return slug && isAllowedSlug(slug) ? slug : `project${slug && `-${shorten(slug, slugLimits.length - 8)}`}`
}

/** The slug itself, or with the first number that makes it free: `thrown-2`. */
export function firstFreeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  for (let number = 1, free = slug; ; free = withNumber(slug, ++number)) if (!isTaken(free)) return free
}

/** False for reserved words, and for what looks like an id, because ids lead to their projects. */
export function isAllowedSlug(slug: string): boolean {
  return !reservedSlugs.includes(slug) && !uuid.test(slug)
}

/** The slug or id that a segment of a URL names, in any letter case; `null` if there can be none. */
export function parseAddress(segment: string): string | null {
  const address = segment.normalize('NFC').toLowerCase()
  return /^[\p{L}\p{M}\p{N}-]{1,100}$/u.test(address) ? address : null
}

function withNumber(slug: string, number: number): string {
  return `${shorten(slug, slugLimits.length - `-${number}`.length)}-${number}`
}

function shorten(slug: string, length: number): string {
  const letters = [...slug]
  if (letters.length <= length) return slug
  const cut = letters.slice(0, length).join('')
  // Cuts at the end of a word, unless that leaves less than half.
  const end = letters[length] === '-' ? cut.length : cut.lastIndexOf('-')
  return (end > length / 2 ? cut.slice(0, end) : cut).replace(/-$/, '')
}
