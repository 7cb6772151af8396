import { sectorLimits } from '#portfolio/sector/sector.ts'

/** The facts of a project, in the order in which they are shown. */
export const factNames = [
  'year',
  'place',
  'client',
  'sector',
  'area',
  'scope',
  'materials',
  'credits',
  'press',
  'testimonial',
] as const
export type FactName = (typeof factNames)[number]

export const pressFields = ['title', 'publication', 'date', 'link'] as const
export type PressField = (typeof pressFields)[number]

/** The key of a text that is saved separately. An award or publication has four: `press-1-title` … `press-1-link`. */
export type FactKey = Exclude<FactName, 'press'> | 'testimonialAuthor' | `press-${number}-${PressField}`

/** Maximum lengths in code points. */
export const factLimits = {
  year: 4,
  place: 120,
  client: 120,
  sector: sectorLimits.name,
  area: 24,
  scope: 400,
  materials: 600,
  credits: 1_500,
  testimonial: 1_000,
  testimonialAuthor: 120,
  title: 160,
  publication: 120,
  date: 10,
  link: 500,
} as const

export const maxPressEntries = 12

export const pressEntries: readonly number[] = Array.from({ length: maxPressEntries }, (_, index) => index + 1)

export function pressKey(entry: number, field: PressField): FactKey {
  return `press-${entry}-${field}`
}

/** The field of an award or a publication that a key names; `null` for other keys. */
export function pressFieldOf(key: FactKey): PressField | null {
  return pressFields.find((field) => key.startsWith('press-') && key.endsWith(`-${field}`)) ?? null
}

export function limitOf(key: FactKey): number {
  return factLimits[pressFieldOf(key) ?? (key as keyof typeof factLimits)]
}

const keys: ReadonlySet<string> = new Set<FactKey>([
  ...factNames.filter((name) => name !== 'press'),
  'testimonialAuthor',
  ...pressEntries.flatMap((entry) => pressFields.map((field) => pressKey(entry, field))),
])

export function isFactKey(key: string): key is FactKey {
  return keys.has(key)
}

/** A line of a fact. `note`: the role of a credit, the publication and date of a press entry, or a quote's author. */
export interface FactLine {
  readonly text: string
  readonly note?: string
  readonly link?: string
  /** The slug of the sector. */
  readonly sector?: string
  /** For structured data: the area, and the two parts of a publication’s `note`. */
  readonly area?: Area | null
  readonly publication?: string
  /** `2026`, `2026-03` or `2026-03-14`. */
  readonly date?: string
}

/** A fact as visitors see it; one without lines is left out. */
export interface Fact {
  readonly name: FactName
  readonly lines: readonly FactLine[]
}

export interface Area {
  readonly value: number
  readonly unit: 'm²' | 'sq ft'
}

/** `null` if this is not a positive number, perhaps with commas or spaces between thousands, followed by a unit. */
export function parseArea(text: string): Area | null {
  const match = /^(\d{1,3}(?:[, ]\d{3})+|\d{1,9})(\.\d{1,2})?\s*(\S.*)$/.exec(text.trim())
  const unit = units.find(([pattern]) => pattern.test(match?.[3] ?? ''))?.[1]
  const value = Number(`${match?.[1]?.replace(/[, ]/g, '')}${match?.[2] ?? ''}`)
  return unit && value > 0 ? { value, unit } : null
}

const units = [
  [/^(m²|m2|sq\.? ?m|sqm|square met(re|er)s?)\.?$/i, 'm²'],
  [/^(ft²|ft2|sq\.? ?ft|sqft|square (feet|foot))\.?$/i, 'sq ft'],
] as const satisfies readonly (readonly [RegExp, Area['unit']])[]

/** `1,250 m²`, with a no-break space before the unit. */
export function formatArea({ value, unit }: Area): string {
  return `${value.toLocaleString('en-GB')}\u00a0${unit}`
}
