import { pressFieldOf, type FactKey } from '#portfolio/fact/fact.ts'

/** For headings and accessible names, such as `History of {name}`: `year`, `title of awards and press 1`. */
export function factKeyName(key: FactKey): string {
  const field = pressFieldOf(key)
  if (field) return `${field} of awards and press ${key.split('-')[1]}`
  return key === 'testimonialAuthor' ? 'name below the testimonial' : key
}
