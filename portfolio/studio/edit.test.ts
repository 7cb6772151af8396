import { expect, test } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { addSocialLink, removeSocialLink } from '#portfolio/social-link/edit.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { editStudioText, listCountries, listTimeZones } from './edit.ts'
import { isDescribed, showSiteSummary, showStudio } from './show.ts'
import { savedTexts, type StudioText } from './studio.ts'

const save = ({ ports, admin }: TestBackend, field: StudioText, text: unknown, version = 0) =>
  asAdmin(ports, admin, (unit, admin) => editStudioText(unit, admin, { field, text, version }))

eachDatabase('each text has its own version, and is shown as soon as it is saved', async (backend) => {
  expect(await isDescribed(backend.ports)).toBe(false)
  expect(expectOk(await save(backend, 'studioName', '  Studio  Enfilade '))).toEqual({ version: 1 })
  expect(backend.events).toEqual([{ about: 'studio' }])
  expectOk(await save(backend, 'city', 'Manchester'))
  expect(expectOk(await save(backend, 'city', 'Leeds', 1))).toEqual({ version: 2 })
  const studio = await showStudio(backend.ports)
  expect(studio).toMatchObject({ studioName: 'Studio Enfilade', city: 'Leeds', phone: '', hero: null, portrait: null })
  expect(savedTexts(studio, 'city', 'phone')).toEqual({
    city: { text: 'Leeds', version: 2 },
    phone: { text: '', version: 0 },
  })
  expect([await isDescribed(backend.ports), await showSiteSummary(backend.ports)]).toEqual([
    true,
    {
      name: 'Studio Enfilade',
      contact: { address: 'Leeds', phone: '', email: '', links: [] },
      city: 'Leeds',
      timeZone: 'Europe/London',
      logo: null,
      hasAbout: false,
      hasValues: false,
      visibility: 'open',
      remainingScreens: [],
    },
  ])
})

eachDatabase('a stale save is refused with both texts', async (backend) => {
  expectOk(await save(backend, 'city', 'Manchester'))
  expect(await save(backend, 'city', 'Leeds')).toMatchObject({
    ok: false,
    code: 'newer',
    conflict: { yours: 'Leeds', theirs: 'Manchester', version: 1 },
  })
  expectOk(await save(backend, 'city', 'York', 1))
  expect(await save(backend, 'city', 'Leeds', 1)).toMatchObject({ conflict: { theirs: 'York', version: 2 } })
  expect((await showStudio(backend.ports)).city).toBe('York')
})

eachDatabase('of two simultaneous first saves of a text, only one succeeds', async (backend) => {
  const results = await Promise.all(['One', 'Two'].map((text) => save(backend, 'biography', text)))
  expect(results.filter((result) => result.ok)).toHaveLength(1)
})

eachDatabase('a text may be emptied, and keeps its paragraphs', async (backend) => {
  expectOk(await save(backend, 'biography', 'One.\r\n\r\nTwo.'))
  expect((await showStudio(backend.ports)).biography).toBe('One.\n\nTwo.')
  expect((await showSiteSummary(backend.ports)).hasAbout).toBe(true)
  expectOk(await save(backend, 'biography', '', 1))
  expect((await showSiteSummary(backend.ports)).hasAbout).toBe(false)
})

eachDatabase('without the studio’s name, pages show the designer’s, or else a generic one', async (backend) => {
  expect((await showSiteSummary(backend.ports)).name).toBe('Interior Design Studio')
  expectOk(await save(backend, 'designerName', 'Ada Wren'))
  expect((await showSiteSummary(backend.ports)).name).toBe('Ada Wren')
})

eachDatabase('every page shows the contact details that are not empty, with links in order', async (backend) => {
  const contact = async () => (await showSiteSummary(backend.ports)).contact
  expect(await contact()).toEqual({ address: '', phone: '', email: '', links: [] })
  const { ports, admin } = backend
  const addLink = (href: string) => asAdmin(ports, admin, (unit, admin) => addSocialLink(unit, admin, { href }))
  expectOk(await addLink('https://www.pinterest.com/studio'))
  const { id } = expectOk(await addLink('https://www.instagram.com/studio'))
  expectOk(await save(backend, 'country', 'GB'))
  expect((await contact()).address).toBe('United Kingdom')
  expectOk(await save(backend, 'city', 'Leeds'))
  expectOk(await save(backend, 'phone', '+44 113 496 0000'))
  expectOk(await save(backend, 'email', 'hello@studio.example'))
  expect(await contact()).toEqual({
    address: 'Leeds, United Kingdom',
    phone: '+44 113 496 0000',
    email: 'hello@studio.example',
    links: [expect.objectContaining({ label: 'Pinterest' }), expect.objectContaining({ id, label: 'Instagram' })],
  })
  expectOk(await asAdmin(ports, admin, (unit, admin) => removeSocialLink(unit, admin, { id })))
  expect((await contact()).links).toHaveLength(1)
})

eachDatabase('an invalid text is refused with an error for its field and not saved', async (backend) => {
  const wrong: [StudioText, string][] = [
    ['email', 'hello'],
    ['phone', 'call me'],
    ['country', 'XX'],
    ['country', 'United Kingdom'],
    ['timeZone', 'Europe/Manchester'],
    ['city', 'x'.repeat(121)],
    ['biography', 'x'.repeat(10_001)],
    ['landingWords', 'a\0b'],
  ]
  for (const [field, text] of wrong) {
    const result = await save(backend, field, text)
    expect(result, text.slice(0, 20)).toMatchObject({
      ok: false,
      code: 'wrong-value',
      fields: { [field]: expect.stringMatching(/\.$/) },
    })
  }
  expect(await isDescribed(backend.ports)).toBe(false)
  for (const [field, text] of [
    ['email', 'hello@studio.example'],
    ['phone', '+44 (0)161 496-0000'],
    ['country', 'GB'],
    ['timeZone', 'Europe/London'],
  ] as const) {
    expectOk(await save(backend, field, text))
  }
})

test('the 249 countries of ISO 3166-1 and Kosovo are listed, each name once; a stored withdrawn code is listed too', () => {
  const countries = listCountries('')
  expect(countries).toHaveLength(250)
  expect(new Set(countries.map(([, name]) => name)).size).toBe(250)
  expect(countries).toContainEqual(['GB', 'United Kingdom'])
  expect(countries).toContainEqual(['XK', 'Kosovo'])
  const codes = countries.map(([code]) => code)
  for (const code of ['DD', 'FX', 'SU', 'YU', 'UK', 'EU', 'IC']) expect(codes, code).not.toContain(code)
  expect(listCountries('DD')).toHaveLength(251)
  expect(listCountries('DD')).toContainEqual(['DD', 'Germany'])
  expect(listCountries('GB')).toEqual(countries)
  expect(listTimeZones()).toContainEqual(['Europe/London', 'Europe/London'])
})
