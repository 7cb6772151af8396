import { z } from 'zod'
import { emailAddress, optionalLine, optionalText } from '#portfolio/form-fields.ts'
import { countryName } from './country.ts'
import { studioTextLimits, type StudioText } from './text-limits.ts'

const line = (label: string, key: StudioText) => optionalLine(label, studioTextLimits[key])
const paragraphs = (label: string, key: StudioText) => optionalText(label, studioTextLimits[key])

export const studioTextSchemas: Readonly<Record<StudioText, z.ZodType<string>>> = {
  designerName: line('The designer’s name', 'designerName'),
  studioName: line('The studio’s name', 'studioName'),
  city: line('The city', 'city'),
  phone: line('The phone number', 'phone').refine(
    (text) => text === '' || /^[+\d(][\d\s()./-]*$/.test(text),
    'A phone number must contain digits, such as +44 161 496 0000.',
  ),
  email: line('The e-mail address', 'email').pipe(z.literal('').or(emailAddress)),
  landingWords: line('The landing words', 'landingWords'),
  biography: paragraphs('The biography', 'biography'),
  searchDescription: line('The search description', 'searchDescription'),
  country: z
    .string()
    .refine((code) => code === '' || countryName(code) !== undefined, 'Choose a country from the list.'),
  timeZone: z.string().refine((zone) => zone === '' || isTimeZone(zone), 'Choose a time zone from the list.'),
  privacyParagraph: paragraphs('The privacy paragraph', 'privacyParagraph'),
}

function isTimeZone(zone: string): boolean {
  return zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone)
}
