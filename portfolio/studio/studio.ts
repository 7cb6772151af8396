import type { PhotoView } from '#portfolio/photo/photo.ts'

/** The studio's texts: five paragraphs of biography and three values. */
export interface StudioTexts {
  readonly name: string
  readonly city: string
  readonly phone: string
  readonly email: string
  readonly social: { readonly label: string; readonly href: string }
  /** The meta description of the landing page. */
  readonly summary: string
  readonly biography: readonly string[]
  readonly values: readonly { readonly title: string; readonly text: string }[]
}

export interface Studio extends StudioTexts {
  readonly hero: PhotoView | null
  readonly portrait: PhotoView | null
}

/** A phone number as a `tel:` URL: digits and a leading plus. */
export function telephoneAddress(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`
}
