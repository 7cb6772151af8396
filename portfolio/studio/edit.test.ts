import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { eachDatabase } from '#tests/support/each-database.ts'
import { expectOk, type TestBackend } from '#tests/support/test-backend.ts'
import { editStudio } from './edit.ts'
import { isDescribed, readStudioName, showStudio } from './show.ts'
import type { StudioTexts } from './studio.ts'

const texts: StudioTexts = {
  name: 'Studio Enfilade',
  city: 'Manchester',
  phone: '+44 161 496 0000',
  email: 'hello@studio.example',
  social: { label: 'Instagram', href: 'https://social.example/studio' },
  summary: 'Rooms.',
  biography: ['One.', 'Two.', 'Three.', 'Four.', 'Five.'],
  values: ['Bespoke design', '3D visualization', 'Sustainable materials'].map((title) => ({ title, text: 'Yes.' })),
}

const save = ({ ports, admin }: TestBackend, input: unknown) =>
  asAdmin(ports, admin, (unit, proof) => editStudio(unit, proof, input))

eachDatabase('saved texts of the studio are shown, and later ones replace them', async (backend) => {
  expectOk(await save(backend, texts))
  expect(await showStudio(backend.ports)).toEqual({ ...texts, hero: null, portrait: null })
  expect(backend.events).toEqual([{ about: 'studio' }])
  expectOk(await save(backend, { ...texts, city: 'Leeds' }))
  expect((await showStudio(backend.ports)).city).toBe('Leeds')
  expect(await readStudioName(backend.ports)).toBe('Studio Enfilade')
  expect(await isDescribed(backend.ports)).toBe(true)
})

eachDatabase(
  'incomplete texts are refused with the path of the wrong one, and the saved texts stay',
  async (backend) => {
    expectOk(await save(backend, texts))
    const wrong: [string, unknown][] = [
      ['biography', { ...texts, biography: texts.biography.slice(1) }],
      ['values', { ...texts, values: [...texts.values, texts.values[0]] }],
      ['email', { ...texts, email: 'hello' }],
      ['social.href', { ...texts, social: { label: 'x', href: 'javascript:alert(1)' } }],
      ['social.href', { ...texts, social: { label: 'x', href: 'http://social.example' } }],
      ['name', { ...texts, name: ' ' }],
    ]
    for (const [place, input] of wrong) {
      expect(await save(backend, input)).toMatchObject({
        ok: false,
        code: 'wrong-value',
        message: expect.stringContaining(place),
      })
    }
    expect(await showStudio(backend.ports)).toMatchObject(texts)
  },
)
