import type { Photograph } from '#portfolio/photo/photo.ts'

/** The studio's own words: content, not code. */
export interface StudioWords {
  /** The designer's name as it stands on the pages. */
  readonly name: string
  readonly city: string
  readonly phone: string
  readonly email: string
  readonly social: { readonly label: string; readonly href: string }
  /** One sentence that says what the studio does; the description of the landing page. */
  readonly summary: string
  /** Five paragraphs. */
  readonly biography: readonly string[]
  /** Three chapters: bespoke design, 3D visualization, sustainable materials. */
  readonly values: readonly { readonly title: string; readonly text: string }[]
}

/** The studio as pages show it. */
export interface Studio extends StudioWords {
  readonly hero: Photograph | null
  readonly portrait: Photograph | null
}

/** A phone number as a `tel:` address takes it: digits and a leading plus. */
export function telephoneAddress(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`
}
