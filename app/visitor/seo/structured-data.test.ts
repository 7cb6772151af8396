import { expect, test } from 'vitest'
import { studioEntity } from './structured-data.ts'

const site = { origin: 'https://studio.example', name: 'Studio Enfilade' }
const studio = {
  name: site.name,
  city: 'Vienna',
  phone: '',
  email: '',
  social: { label: '', href: '' },
  summary: 'Interiors.',
  hero: null,
}

test("the studio's postal address has a city but no country, because the studio data has none", () => {
  const { address } = studioEntity(site, studio)
  expect(address).toEqual({ '@type': 'PostalAddress', addressLocality: 'Vienna' })
})
