import { expect, test } from 'vitest'
import { studioEntity } from './structured-data.ts'

const site = { origin: 'https://studio.example', name: 'Studio Enfilade' }
const studio = {
  city: 'Vienna',
  phone: '',
  email: '',
  country: '',
  links: [],
  searchDescription: 'Interiors.',
  hero: null,
}

test("the studio's postal address has the city, and the country if there is one", () => {
  const { address } = studioEntity(site, studio)
  expect(address).toEqual({ '@type': 'PostalAddress', addressLocality: 'Vienna' })
  expect(studioEntity(site, { ...studio, country: 'AT' }).address).toMatchObject({ addressCountry: 'AT' })
})
