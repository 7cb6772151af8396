import { expect, test } from 'vitest'
import { changeAsAdmin } from '#portfolio/account/as-admin.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { makeProject } from './create.ts'
import { deleteProject, editText, moveProject, projectTexts } from './edit.ts'
import { listProjects, showProject } from './show.ts'

/** A project, and what an admin may do with it. */
async function open({ parts, admin, heard }: House) {
  const project = { name: 'Thrown', details: 'A shop.', requestId: 'form', cover: null, images: [] }
  const { id } = expectDone(await changeAsAdmin(parts, admin, (unit, proof) => makeProject(unit, proof, project)))
  heard.length = 0
  return {
    id,
    save: (field: 'name' | 'details', text: unknown, version: number) =>
      changeAsAdmin(parts, admin, (unit, proof) => editText(unit, proof, { id, field, text, version })),
    move: (position: string) =>
      changeAsAdmin(parts, admin, (unit, proof) => moveProject(unit, proof, { id, position })),
    remove: () => changeAsAdmin(parts, admin, (unit, proof) => deleteProject(unit, proof, { id })),
    show: () => showProject(parts, id),
  }
}

test('a name may have 120 characters, details 10,000, emoji and line breaks included', () => {
  expect(projectTexts.name.safeParse('🛋'.repeat(120)).success).toBe(true)
  expect(projectTexts.name.safeParse('🛋'.repeat(121)).error?.issues[0]?.message).toBe(
    'The project name may have 120 characters at most.',
  )
  expect(projectTexts.details.safeParse('🛋\r\n'.repeat(5_000)).success).toBe(true)
  expect(projectTexts.details.safeParse('🛋'.repeat(10_001)).error?.issues[0]?.message).toBe(
    'The project details may have 10,000 characters at most.',
  )
})

eachDatabase('a saved text is shown, with its line ends mended and the next version', async (house) => {
  const { save, show } = await open(house)
  expect(expectDone(await save('details', ' One.\r\n\r\nTwo 🪑. ', 1))).toEqual({ version: 2 })
  expect(await show()).toMatchObject({ name: 'Thrown', details: 'One.\n\nTwo 🪑.', nameVersion: 1, detailsVersion: 2 })
})

eachDatabase('markup, quotes and names of JavaScript are texts like any other', async (house) => {
  const { save, show } = await open(house)
  const texts = [
    '<script>alert(1)</script>',
    '"><img onerror=x>',
    "'; drop table projects; --",
    '__proto__',
    '\u2028\u202etxt',
    '%s$1\\0',
  ]
  for (const [index, text] of texts.entries()) {
    expectDone(await save('name', text, index + 1))
    expect((await show())?.name).toBe(text.trim())
  }
})

eachDatabase('a text that breaks the rule is refused at its field, and the old one stands', async (house) => {
  const { save, show } = await open(house)
  for (const text of ['', '  \n ', 'a\0b', 'x'.repeat(121), undefined, null, 7, ['x']]) {
    const refusal = await save('name', text, 1)
    expect(refusal).toMatchObject({ ok: false, why: 'wrong-value', fields: { name: expect.any(String) } })
  }
  expect(await show()).toMatchObject({ name: 'Thrown', nameVersion: 1 })
  expect(house.heard).toEqual([])
})

eachDatabase('a stale save is refused with both texts, and the version that may replace them', async (house) => {
  const { save, show } = await open(house)
  expectDone(await save('name', 'Hers', 1))
  const refusal = await save('name', ' Mine ', 1)
  expect(refusal).toMatchObject({ ok: false, why: 'newer', newer: { yours: 'Mine', theirs: 'Hers', version: 2 } })
  expect((await show())?.name).toBe('Hers')
  expectDone(await save('name', 'Mine', 2))
  expect((await show())?.name).toBe('Mine')
})

eachDatabase('two people who save one text at once: one is told of the other', async (house) => {
  const { save, show } = await open(house)
  const outcomes = await Promise.all([save('name', 'Hers', 1), save('name', 'His', 1)])
  expect(outcomes.map((outcome) => (outcome.ok ? 'saved' : outcome.why)).sort()).toEqual(['newer', 'saved'])
  const winner = outcomes[0]?.ok ? 'Hers' : 'His'
  expect(await show()).toMatchObject({ name: winner, nameVersion: 2 })
})

eachDatabase('name and details do not stand in each other’s way', async (house) => {
  const { save, show } = await open(house)
  await Promise.all([save('name', 'New name', 1), save('details', 'New details', 1)])
  expect(await show()).toMatchObject({ name: 'New name', details: 'New details', nameVersion: 2, detailsVersion: 2 })
})

eachDatabase('a version that is no number is a stale one', async (house) => {
  const { save } = await open(house)
  for (const version of [NaN, 1.5, Infinity, -1, 2 ** 60]) {
    expect(await save('name', 'Mine', version)).toMatchObject({ ok: false, why: 'newer' })
  }
})

eachDatabase('a new name is heard on the list and on the page, new details on the page alone', async (house) => {
  const { id, save } = await open(house)
  expectDone(await save('name', 'New name', 1))
  expect(house.heard).toEqual([{ about: 'project', id }, { about: 'work' }])
  house.heard.length = 0
  expectDone(await save('details', 'New details', 1))
  expect(house.heard).toEqual([{ about: 'project', id }])
})

eachDatabase('a position that is no whole number is refused, and the old one stands', async (house) => {
  const { move } = await open(house)
  for (const position of ['', '1.5', '1e3', '0x10', '5abc', '٣', '9007199254740992']) {
    expect(await move(position)).toMatchObject({
      ok: false,
      why: 'wrong-value',
      fields: { position: expect.any(String) },
    })
  }
  expect((await listProjects(house.parts))[0]?.position).toBe(1)
  expect(house.heard).toEqual([])
  expectDone(await move('-3'))
  expect((await listProjects(house.parts))[0]?.position).toBe(-3)
  expect(house.heard).toEqual([{ about: 'work' }])
})

eachDatabase('deleted once, a project is unknown to every later wish', async (house) => {
  const { id, remove, save, move } = await open(house)
  expectDone(await remove())
  expect(house.heard).toEqual([{ about: 'work' }, { about: 'project', id }])
  house.heard.length = 0
  const unknown = { ok: false, why: 'unknown', message: 'Project not found' }
  expect(await remove()).toEqual(unknown)
  expect(await save('name', 'New name', 1)).toEqual(unknown)
  expect(await save('details', 'New details', 9)).toEqual(unknown)
  expect(await move('4')).toEqual(unknown)
  expect(house.heard).toEqual([])
})

eachDatabase('two people who delete one project at once: it is deleted once', async (house) => {
  const { remove } = await open(house)
  const outcomes = await Promise.all([remove(), remove()])
  expect(outcomes.map((outcome) => outcome.ok).sort()).toEqual([false, true])
  expect(house.heard).toHaveLength(2)
})

eachDatabase('ids that name nothing are unknown', async (house) => {
  await open(house)
  const { parts, admin } = house
  for (const id of ['', '1', '%', 'a\0b', '__proto__', 'x'.repeat(5_000)]) {
    const refusal = await changeAsAdmin(parts, admin, (unit, proof) => deleteProject(unit, proof, { id }))
    expect(refusal).toMatchObject({ ok: false, why: 'unknown' })
  }
  expect(await listProjects(parts)).toHaveLength(1)
})
