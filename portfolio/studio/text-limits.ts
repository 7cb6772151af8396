/** The studio's texts, with their maximum lengths in code points. Each is saved separately and may be empty. */
export const studioTextLimits = {
  designerName: 120,
  studioName: 120,
  city: 120,
  phone: 40,
  email: 254,
  landingWords: 300,
  biography: 10_000,
  searchDescription: 300,
  country: 2,
  timeZone: 64,
  privacyParagraph: 2_000,
} as const

export type StudioText = keyof typeof studioTextLimits
