import { expect, test } from 'vitest'
import { changeAsAdmin } from '#portfolio/account/as-admin.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { describeStudio } from './edit.ts'
import { isDescribed, nameStudio, showStudio } from './show.ts'
import { telephoneAddress, type StudioWords } from './studio.ts'

const words: StudioWords = {
  name: 'Studio Enfilade',
  city: 'Manchester',
  phone: '+44 161 496 0000',
  email: 'hello@studio.example',
  social: { label: 'Instagram', href: 'https://social.example/studio' },
  summary: 'Rooms.',
  biography: ['One.', 'Two.', 'Three.', 'Four.', 'Five.'],
  values: ['Bespoke design', '3D visualization', 'Sustainable materials'].map((title) => ({ title, text: 'Yes.' })),
}

const describe = ({ parts, admin }: House, given: unknown) =>
  changeAsAdmin(parts, admin, (unit, proof) => describeStudio(unit, proof, given))

test('a phone number becomes an address that can be called', () => {
  expect(telephoneAddress('+44 161 496 0000')).toBe('tel:+441614960000')
  expect(telephoneAddress('(0161) 496-0000')).toBe('tel:01614960000')
})

eachDatabase('an undescribed studio still has a front door', async ({ parts }) => {
  expect(await isDescribed(parts)).toBe(false)
  expect(await showStudio(parts)).toMatchObject({
    name: expect.any(String),
    biography: [],
    values: [],
    hero: null,
    portrait: null,
  })
})

eachDatabase('a studio is described in its own words, which later words replace', async (house) => {
  expectDone(await describe(house, words))
  expect(await showStudio(house.parts)).toEqual({ ...words, hero: null, portrait: null })
  expect(house.heard).toEqual([{ about: 'studio' }])
  expectDone(await describe(house, { ...words, city: 'Leeds' }))
  expect((await showStudio(house.parts)).city).toBe('Leeds')
  expect(await nameStudio(house.parts)).toBe('Studio Enfilade')
  expect(await isDescribed(house.parts)).toBe(true)
})

eachDatabase('what is incomplete is refused, naming the place, and the old words stand', async (house) => {
  expectDone(await describe(house, words))
  const wrong: [string, unknown][] = [
    ['biography', { ...words, biography: words.biography.slice(1) }],
    ['values', { ...words, values: [...words.values, words.values[0]] }],
    ['email', { ...words, email: 'hello' }],
    ['social.href', { ...words, social: { label: 'x', href: 'javascript:alert(1)' } }],
    ['social.href', { ...words, social: { label: 'x', href: 'http://social.example' } }],
    ['name', { ...words, name: ' ' }],
  ]
  for (const [place, given] of wrong) {
    expect(await describe(house, given)).toMatchObject({
      ok: false,
      why: 'wrong-value',
      message: expect.stringContaining(place),
    })
  }
  expect(await showStudio(house.parts)).toMatchObject(words)
})
