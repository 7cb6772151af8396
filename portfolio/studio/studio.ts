import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { SocialLink } from '#portfolio/social-link/social-link.ts'
import type { StudioText } from './text-limits.ts'

export type { StudioText } from './text-limits.ts'

/** A text with its version; a text with version 0 was never saved. */
export interface SavedText {
  readonly text: string
  readonly version: number
}

export type StudioTexts = Readonly<Record<StudioText, string>>

export interface StudioPhoto extends PhotoView {
  readonly captionVersion: number
  readonly shownProject: { readonly id: string; readonly slug: string; readonly name: string } | null
}

export interface Studio extends StudioTexts {
  readonly versions: Readonly<Record<StudioText, number>>
  readonly links: readonly SocialLink[]
  readonly hero: StudioPhoto | null
  readonly portrait: StudioPhoto | null
}

export function savedTexts<Key extends StudioText>(studio: Studio, ...keys: Key[]): Record<Key, SavedText> {
  const saved = keys.map((key) => [key, { text: studio[key], version: studio.versions[key] }])
  return Object.fromEntries(saved) as Record<Key, SavedText>
}

/** The search description of a studio without one. */
export const generalDescription = 'Portfolio of an interior designer.'

/**
 * A phone number as a `tel:` URL: digits and a leading plus. After a country code, `(0)` is dialled only in Italy (+39)
 * and San Marino (+378).
 */
export function telephoneAddress(phone: string): string {
  const dialled = /^\+(?!39|378)/.test(phone) ? phone.replace('(0)', '') : phone
  return `tel:${dialled.replace(/[^\d+]/g, '')}`
}
