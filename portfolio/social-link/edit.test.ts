import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { showStudio } from '#portfolio/studio/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { addSocialLink, removeSocialLink, restoreSocialLink } from './edit.ts'
import { labelOf, socialLinkLimits } from './social-link.ts'

const add = ({ ports, admin }: TestBackend, href: unknown) =>
  asAdmin(ports, admin, (unit, admin) => addSocialLink(unit, admin, { href }))

const labels = async ({ ports }: TestBackend) => (await showStudio(ports)).links.map(({ label }) => label)

eachDatabase('links are shown in the order they were added in, with the name of the network', async (backend) => {
  for (const href of [
    'https://www.instagram.com/studio',
    ' https://uk.linkedin.com/in/studio ',
    'https://www.pinterest.co.uk/studio',
    'https://blog.studio.example/news',
    'https://instagram.com.evil.example/',
  ]) {
    expectOk(await add(backend, href))
  }
  expect(await labels(backend)).toEqual([
    'Instagram',
    'LinkedIn',
    'Pinterest',
    'blog.studio.example',
    'instagram.com.evil.example',
  ])
  expect(backend.events.at(-1)).toEqual({ about: 'studio' })
})

eachDatabase('a removed link is not shown, and a restored one is back at its position', async (backend) => {
  const { ports, admin } = backend
  const { id } = expectOk(await add(backend, 'https://www.instagram.com/studio'))
  expectOk(await add(backend, 'https://x.com/studio'))
  const remove = () => asAdmin(ports, admin, (unit, admin) => removeSocialLink(unit, admin, { id }))
  expectOk(await remove())
  expect(await labels(backend)).toEqual(['X'])
  expect(await remove()).toMatchObject({ ok: false, code: 'unknown' })
  const restore = () => asAdmin(ports, admin, (unit, admin) => restoreSocialLink(unit, admin, { id }))
  for (let n = 0; n < 2; n++) expectOk(await restore())
  expect(await labels(backend)).toEqual(['Instagram', 'X'])
})

eachDatabase('a link is not restored if its address was added again, or while the list is full', async (backend) => {
  const { ports, admin } = backend
  const href = 'https://www.instagram.com/studio'
  const { id } = expectOk(await add(backend, href))
  const remove = (id: string) => asAdmin(ports, admin, (unit, admin) => removeSocialLink(unit, admin, { id }))
  const restore = () => asAdmin(ports, admin, (unit, admin) => restoreSocialLink(unit, admin, { id }))
  expectOk(await remove(id))
  const again = expectOk(await add(backend, href))
  expect(await restore()).toMatchObject({ code: 'wrong-value', message: 'This address is already in the list.' })
  expectOk(await remove(again.id))
  for (let n = 0; n < socialLinkLimits.links; n++) expectOk(await add(backend, `https://studio${n}.example`))
  expect(await restore()).toMatchObject({ code: 'wrong-value', message: 'There can be at most 20 links.' })
})

eachDatabase('two admins cannot add the same address at the same time', async (backend) => {
  const { ports, admin } = backend
  const input = { href: 'https://www.instagram.com/studio' }
  const addSame = () => asAdmin(ports, admin, (unit, admin) => addSocialLink(unit, admin, input), { counted: false })
  let second: ReturnType<typeof addSame> | undefined
  const first = await asAdmin(ports, admin, async (unit, asFirst) => {
    const added = await addSocialLink(unit, asFirst, input)
    second = addSame()
    // The second command must wait for this transaction; if it did not, it would finish within 300 ms.
    await Promise.race([second, setTimeout(300)])
    return added
  })
  expectOk(first)
  expect(await second).toMatchObject({ message: 'This address is already in the list.' })
})

eachDatabase('only https addresses are accepted, each only once, and up to a limit', async (backend) => {
  for (const href of [
    '',
    'instagram.com/studio',
    'http://www.instagram.com/studio',
    'javascript:alert(1)',
    'https://user:password@www.instagram.com/',
    'https://localhost/',
    `https://www.instagram.com/${'a'.repeat(socialLinkLimits.href)}`,
  ]) {
    expect(await add(backend, href), href.slice(0, 60)).toMatchObject({
      ok: false,
      code: 'wrong-value',
      fields: { href: expect.stringMatching(/\.$/) },
    })
  }
  for (let n = 1; n <= socialLinkLimits.links; n++) expectOk(await add(backend, `https://x.com/${n}`))
  expect(await add(backend, 'https://x.com/1')).toMatchObject({ message: 'This address is already in the list.' })
  expect(await add(backend, 'https://x.com/more')).toMatchObject({ message: 'There can be at most 20 links.' })
  expect(labelOf({ href: 'https://x.com/1', label: 'Our own' })).toBe('Our own')
  expect(labelOf({ href: 'stored by hand', label: '' })).toBe('stored by hand')
})

eachDatabase('a label is one line, up to a limit', async (backend) => {
  const { ports, admin } = backend
  const addLabelled = (href: string, label: string) =>
    asAdmin(ports, admin, (unit, admin) => addSocialLink(unit, admin, { href, label }))
  expectOk(await addLabelled('https://x.com/1', ' Our\n own '))
  for (const label of ['x'.repeat(socialLinkLimits.label + 1), 'a\0b'])
    expect(await addLabelled('https://x.com/2', label)).toMatchObject({
      code: 'wrong-value',
      fields: { label: expect.any(String) },
    })
  expect(await labels(backend)).toEqual(['Our own'])
})
