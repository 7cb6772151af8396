import { expect } from 'vitest'
import { changeAtTheMachine } from '#portfolio/account/as-admin.ts'
import type { Parts } from '#portfolio/parts.ts'
import { addPhoto, removeImages } from '#portfolio/photo/edit.ts'
import { makeNextPhoto } from '#portfolio/photo/make.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { hangPhoto, hungProject } from '#testing/hung.ts'
import { expectDone } from '#testing/parts.ts'
import { makeProject } from './create.ts'
import { deleteProject, moveProject } from './edit.ts'
import { listForSitemap, listProjects, showProject } from './show.ts'

async function make(parts: Parts, name: string): Promise<string> {
  const project = { name, details: `About ${name}.`, requestId: name, cover: null, images: [] }
  return expectDone(await changeAtTheMachine(parts, (unit, admin) => makeProject(unit, admin, project))).id
}

async function move(parts: Parts, id: string, position: string): Promise<void> {
  expectDone(await changeAtTheMachine(parts, (unit, admin) => moveProject(unit, admin, { id, position })))
}

const remove = async (parts: Parts, id: string) =>
  expectDone(await changeAtTheMachine(parts, (unit, admin) => deleteProject(unit, admin, { id })))

const namesOf = async (parts: Parts) => (await listProjects(parts)).map((project) => project.name)

eachDatabase('an empty portfolio lists nothing', async ({ parts }) => {
  expect(await listProjects(parts)).toEqual([])
  expect(await listForSitemap(parts)).toEqual([])
})

eachDatabase('projects are listed by position as numbers, also below nought', async ({ parts }) => {
  const positions = {
    ten: '10',
    two: '2',
    minusOne: '-1',
    huge: '9007199254740991',
    tiny: '-9007199254740991',
    nought: '-0',
  }
  for (const [name, position] of Object.entries(positions)) await move(parts, await make(parts, name), position)
  expect(await namesOf(parts)).toEqual(['tiny', 'minusOne', 'nought', 'two', 'ten', 'huge'])
  expect((await listProjects(parts)).at(-1)?.position).toBe(Number.MAX_SAFE_INTEGER)
})

eachDatabase('among equal positions the older project comes first', async ({ parts, pass }) => {
  const ids: string[] = []
  for (const name of ['first', 'second', 'third']) {
    ids.push(await make(parts, name))
    pass(1)
  }
  for (const id of ids.toReversed()) await move(parts, id, '5')
  expect(await namesOf(parts)).toEqual(['first', 'second', 'third'])
})

eachDatabase('made in the same moment at one position, projects keep one order', async ({ parts }) => {
  const ids = await Promise.all(['a', 'b', 'c', 'd'].map((name) => make(parts, name)))
  for (const id of ids) await move(parts, id, '1')
  expect((await listProjects(parts)).map((project) => project.id)).toEqual(ids.toSorted())
})

eachDatabase('a card holds id, name, cover and position, and nothing else', async ({ parts, admin, upload }) => {
  const id = await make(parts, 'Thrown')
  expect(await listProjects(parts)).toEqual([{ id, name: 'Thrown', coverPhoto: null, position: 1 }])
  expectDone(await addPhoto(parts, admin, { projectId: id, uploadId: await upload(), place: 'cover' }))
  const [card] = await listProjects(parts)
  expect(Object.keys(card ?? {}).sort()).toEqual(['coverPhoto', 'id', 'name', 'position'])
  expect(card?.coverPhoto).toMatchObject({ width: 90, height: 60, alt: '', ready: false })
})

eachDatabase('a project knows its number and its neighbours in the list', async ({ parts }) => {
  const [a = '', b = '', c = ''] = [await make(parts, 'A'), await make(parts, 'B'), await make(parts, 'C')]
  expect(await showProject(parts, a)).toMatchObject({ number: 1, previous: null, next: { id: b, name: 'B' } })
  expect(await showProject(parts, b)).toMatchObject({
    number: 2,
    previous: { id: a, name: 'A' },
    next: { id: c, name: 'C' },
  })
  await move(parts, a, '99')
  expect(await showProject(parts, a)).toMatchObject({ number: 3, previous: { id: c }, next: null })
  await remove(parts, c)
  expect(await showProject(parts, a)).toMatchObject({ number: 2, previous: { id: b }, next: null })
  expect(await showProject(parts, b)).toMatchObject({ number: 1, previous: null, next: { id: a } })
})

eachDatabase('a project shows its texts, their versions and its pictures', async ({ parts, admin, upload }) => {
  const id = await make(parts, 'Thrown')
  const first = expectDone(await addPhoto(parts, admin, { projectId: id, uploadId: await upload(), place: 'gallery' }))
  const second = expectDone(await addPhoto(parts, admin, { projectId: id, uploadId: await upload(), place: 'gallery' }))
  const cover = expectDone(await addPhoto(parts, admin, { projectId: id, uploadId: await upload(), place: 'cover' }))
  const project = await showProject(parts, id)
  expect(project).toMatchObject({ id, name: 'Thrown', details: 'About Thrown.', nameVersion: 1, detailsVersion: 1 })
  expect(project?.images.map((image) => image.id)).toEqual([first.id, second.id])
  expect(project?.coverPhoto?.id).toBe(cover.id)
})

eachDatabase('a deleted project is nowhere', async ({ parts }) => {
  const gone = await make(parts, 'Gone')
  const stays = await make(parts, 'Stays')
  await remove(parts, gone)
  expect(await namesOf(parts)).toEqual(['Stays'])
  expect(await showProject(parts, gone)).toBeNull()
  expect((await listForSitemap(parts)).map((entry) => entry.id)).toEqual([stays])
})

eachDatabase('what is no id of a project is no project', async ({ parts }) => {
  await make(parts, 'Thrown')
  for (const id of ['', '1', '%', '_', "' or ''='", '__proto__', '\u{1fa91}', 'x'.repeat(10_000)]) {
    expect(await showProject(parts, id)).toBeNull()
  }
})

eachDatabase('NUL in an id is no project either', async ({ parts }) => {
  expect(await showProject(parts, 'a\0b')).toBeNull()
})

eachDatabase(
  'the sitemap has the pictures that can be fetched: the cover, then the gallery in its order',
  async (house) => {
    const { parts } = house
    const id = await hungProject(house)
    const images = [await hangPhoto(house, id, 'first.jpg'), await hangPhoto(house, id, 'second.jpg')]
    const cover = await hangPhoto(house, id, 'cover.jpg', { place: 'cover' })
    expect(await listForSitemap(parts)).toMatchObject([{ id, photos: [] }])
    while (await makeNextPhoto(parts));
    await hangPhoto(house, id, 'waits.jpg')
    const [mapped] = await listForSitemap(parts)
    expect(mapped?.photos.map((photo) => photo.id)).toEqual([cover, ...images])
    const [first = ''] = images
    expectDone(
      await changeAtTheMachine(parts, (unit, admin) => removeImages(unit, admin, { projectId: id, photoIds: [first] })),
    )
    expect((await listForSitemap(parts))[0]?.photos.map((photo) => photo.id)).toEqual([cover, images[1]])
  },
)

eachDatabase('the sitemap has the moment of the last change', async ({ parts, pass }) => {
  const id = await make(parts, 'Thrown')
  const [made] = await listForSitemap(parts)
  pass(1_000)
  await move(parts, id, '7')
  const [moved] = await listForSitemap(parts)
  expect(Date.parse(moved?.changedAt ?? '') - Date.parse(made?.changedAt ?? '')).toBe(1_000)
})
