import type { StudioText } from '#portfolio/studio/text-limits.ts'

/** For headings and accessible names, such as `Edit {name}` and `History of {name}`. */
export const studioTextNames: Readonly<Record<StudioText, string>> = {
  designerName: 'designer name',
  studioName: 'studio name',
  city: 'city',
  phone: 'phone',
  email: 'e-mail',
  landingWords: 'landing words',
  biography: 'biography',
  searchDescription: 'search description',
  country: 'country',
  timeZone: 'time zone',
  privacyParagraph: 'privacy paragraph',
}
