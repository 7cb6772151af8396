import { expect } from 'vitest'
import { asOperator } from '#portfolio/account/as-admin.ts'
import type { Ports } from '#portfolio/ports.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { removeImages } from '#portfolio/gallery/edit.ts'
import { deriveNextPhoto } from '#portfolio/derivative/derive.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { insertProject } from './create.ts'
import { removeProject, setProjectPosition } from './edit.ts'
import { listForSitemap, listProjects, showProject } from './show.ts'

async function createProject(ports: Ports, name: string): Promise<string> {
  const project = { name, details: `About ${name}.`, requestId: name, cover: null, images: [] }
  return expectOk(await asOperator(ports, (unit, admin) => insertProject(unit, admin, project))).id
}

async function move(ports: Ports, id: string, position: string): Promise<void> {
  expectOk(await asOperator(ports, (unit, admin) => setProjectPosition(unit, admin, { id, position })))
}

const remove = async (ports: Ports, id: string) =>
  expectOk(await asOperator(ports, (unit, admin) => removeProject(unit, admin, { id })))

const namesOf = async (ports: Ports) => (await listProjects(ports)).map((project) => project.name)

eachDatabase('an empty portfolio lists nothing', async ({ ports }) => {
  expect(await listProjects(ports)).toEqual([])
  expect(await listForSitemap(ports)).toEqual([])
})

eachDatabase('projects are listed in numeric order of their positions, including negative ones', async ({ ports }) => {
  const positions = {
    ten: '10',
    two: '2',
    minusOne: '-1',
    huge: '9007199254740991',
    tiny: '-9007199254740991',
    zero: '-0',
  }
  for (const [name, position] of Object.entries(positions))
    await move(ports, await createProject(ports, name), position)
  expect(await namesOf(ports)).toEqual(['tiny', 'minusOne', 'zero', 'two', 'ten', 'huge'])
  expect((await listProjects(ports)).at(-1)?.position).toBe(Number.MAX_SAFE_INTEGER)
})

eachDatabase('among equal positions the older project comes first', async ({ ports, advance }) => {
  const ids: string[] = []
  for (const name of ['first', 'second', 'third']) {
    ids.push(await createProject(ports, name))
    advance(1)
  }
  for (const id of ids.toReversed()) await move(ports, id, '5')
  expect(await namesOf(ports)).toEqual(['first', 'second', 'third'])
})

eachDatabase('projects with the same position and time are listed in the order of their ids', async ({ ports }) => {
  const ids = await Promise.all(['a', 'b', 'c', 'd'].map((name) => createProject(ports, name)))
  for (const id of ids) await move(ports, id, '1')
  expect((await listProjects(ports)).map((project) => project.id)).toEqual(ids.toSorted())
})

eachDatabase('a card contains id, slug, name, cover and position only', async ({ ports, admin, upload }) => {
  const id = await createProject(ports, 'Thrown')
  expect(await listProjects(ports)).toEqual([{ id, slug: 'thrown', name: 'Thrown', coverPhoto: null, position: 1 }])
  expectOk(await attachPhoto(ports, admin, { projectId: id, uploadId: await upload(), place: 'cover' }))
  const [card] = await listProjects(ports)
  expect(Object.keys(card ?? {}).sort()).toEqual(['coverPhoto', 'id', 'name', 'position', 'slug'])
  expect(card?.coverPhoto).toMatchObject({ width: 90, height: 60, alt: '', ready: false })
})

eachDatabase('a project is shown with its number and its neighbours in the list', async ({ ports }) => {
  const [a = '', b = '', c = ''] = [
    await createProject(ports, 'A'),
    await createProject(ports, 'B'),
    await createProject(ports, 'C'),
  ]
  expect(await showProject(ports, a)).toMatchObject({ number: 1, previous: null, next: { slug: 'b', name: 'B' } })
  expect(await showProject(ports, b)).toMatchObject({
    number: 2,
    previous: { slug: 'a', name: 'A' },
    next: { slug: 'c', name: 'C' },
  })
  await move(ports, a, '99')
  expect(await showProject(ports, a)).toMatchObject({ number: 3, previous: { slug: 'c' }, next: null })
  await remove(ports, c)
  expect(await showProject(ports, a)).toMatchObject({ number: 2, previous: { slug: 'b' }, next: null })
  expect(await showProject(ports, b)).toMatchObject({ number: 1, previous: null, next: { slug: 'a' } })
})

eachDatabase('a project is shown without reading the rows of the others', async ({ ports }) => {
  const ids: string[] = []
  for (let n = 0; n < 8; n++) ids.push(await createProject(ports, `Project ${n}`))
  const rowCounts: number[] = []
  const db = ports.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rowCounts.push(result.rows.length)
      return result
    },
  })
  expect(await showProject({ db }, ids[4] ?? '')).toMatchObject({
    number: 5,
    previous: { slug: 'project-3' },
    next: { slug: 'project-5' },
  })
  expect(Math.max(...rowCounts)).toBe(1)
})

eachDatabase('among equal positions, neighbours are ordered by age, then by id', async ({ ports, advance }) => {
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'd']) {
    ids.push(await createProject(ports, name))
    if (name === 'b') advance(1)
  }
  for (const id of ids) await move(ports, id, '5')
  const listed = await listProjects(ports)
  for (const [index, { id }] of listed.entries()) {
    const project = await showProject(ports, id)
    expect(project?.number).toBe(index + 1)
    expect(project?.previous?.slug).toBe(listed[index - 1]?.slug)
    expect(project?.next?.slug).toBe(listed[index + 1]?.slug)
  }
})

eachDatabase('a project is shown with its texts, their versions and its photos', async ({ ports, admin, upload }) => {
  const id = await createProject(ports, 'Thrown')
  const first = expectOk(await attachPhoto(ports, admin, { projectId: id, uploadId: await upload(), place: 'gallery' }))
  const second = expectOk(
    await attachPhoto(ports, admin, { projectId: id, uploadId: await upload(), place: 'gallery' }),
  )
  const cover = expectOk(await attachPhoto(ports, admin, { projectId: id, uploadId: await upload(), place: 'cover' }))
  const project = await showProject(ports, id)
  expect(project).toMatchObject({ id, name: 'Thrown', details: 'About Thrown.', nameVersion: 1, detailsVersion: 1 })
  expect(project?.images.map((image) => image.id)).toEqual([first.id, second.id])
  expect(project?.coverPhoto?.id).toBe(cover.id)
})

eachDatabase('a removed project is not shown anywhere', async ({ ports }) => {
  const gone = await createProject(ports, 'Gone')
  const stays = await createProject(ports, 'Stays')
  await remove(ports, gone)
  expect(await namesOf(ports)).toEqual(['Stays'])
  expect(await showProject(ports, gone)).toBeNull()
  expect((await listForSitemap(ports)).map((entry) => entry.id)).toEqual([stays])
})

eachDatabase('an unknown id finds no project', async ({ ports }) => {
  await createProject(ports, 'Thrown')
  for (const id of ['', '1', '%', '_', "' or ''='", '__proto__', '\u{1fa91}', 'x'.repeat(10_000)]) {
    expect(await showProject(ports, id)).toBeNull()
  }
})

eachDatabase('an id with NUL finds no project', async ({ ports }) => {
  expect(await showProject(ports, 'a\0b')).toBeNull()
})

eachDatabase('the sitemap lists photos with derivatives: the cover, then the gallery in order', async (backend) => {
  const { ports } = backend
  const id = await testProject(backend)
  const images = [await testPhoto(backend, id, 'first.jpg'), await testPhoto(backend, id, 'second.jpg')]
  const cover = await testPhoto(backend, id, 'cover.jpg', { place: 'cover' })
  expect(await listForSitemap(ports)).toMatchObject([{ id, photos: [] }])
  while (await deriveNextPhoto(ports));
  await testPhoto(backend, id, 'waits.jpg')
  const [entry] = await listForSitemap(ports)
  expect(entry?.photos.map((photo) => photo.id)).toEqual([cover, ...images])
  const [first = ''] = images
  expectOk(await asOperator(ports, (unit, admin) => removeImages(unit, admin, { projectId: id, photoIds: [first] })))
  expect((await listForSitemap(ports))[0]?.photos.map((photo) => photo.id)).toEqual([cover, images[1]])
})

eachDatabase('the sitemap contains the time of the last change', async ({ ports, advance }) => {
  const id = await createProject(ports, 'Thrown')
  const [created] = await listForSitemap(ports)
  advance(1_000)
  await move(ports, id, '7')
  const [moved] = await listForSitemap(ports)
  expect(Date.parse(moved?.changedAt ?? '') - Date.parse(created?.changedAt ?? '')).toBe(1_000)
})
