import type { FactName } from '#portfolio/fact/fact.ts'

export const factTerms: Readonly<Record<FactName, string>> = {
  year: 'Year',
  place: 'Place',
  client: 'Client',
  sector: 'Sector',
  area: 'Area',
  scope: 'Scope',
  materials: 'Materials',
  credits: 'Credits',
  press: 'Awards and press',
  testimonial: 'Testimonial',
}
