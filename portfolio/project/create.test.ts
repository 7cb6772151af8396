import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { changeAtTheMachine } from '#portfolio/account/as-admin.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { losingAnswers } from '#testing/lost-answers.ts'
import { appoint, expectDone, type House } from '#testing/parts.ts'
import { photograph } from '#testing/photographs.ts'
import { createProject } from './create.ts'
import { deleteProject, moveProject } from './edit.ts'
import { listProjects, showProject } from './show.ts'

const form = (more: object = {}) => ({ name: 'Thrown', details: 'A shop.', requestId: 'form-1', ...more })

const storageKeys = async ({ parts }: House) =>
  (await parts.db.selectFrom('photos').select('storageKey').orderBy('place').orderBy('position').execute()).map(
    (row) => row.storageKey,
  )

/** All originals on the disk, whether a row knows them or not. */
async function filesIn({ folder }: House): Promise<string[]> {
  const entries = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return files.map((path) => path.slice(join(folder, 'files/').length)).sort()
}

eachDatabase('the first project stands at 1, each further one behind the last', async ({ parts, admin }) => {
  for (const name of ['A', 'B', 'C']) expectDone(await createProject(parts, admin, form({ name, requestId: name })))
  const moved = (await listProjects(parts))[0]?.id ?? ''
  expectDone(await changeAtTheMachine(parts, (unit, proof) => moveProject(unit, proof, { id: moved, position: '40' })))
  expectDone(await createProject(parts, admin, form({ name: 'D', requestId: 'D' })))
  expect((await listProjects(parts)).map(({ name, position }) => [name, position])).toEqual([
    ['B', 2],
    ['C', 3],
    ['A', 40],
    ['D', 41],
  ])
})

eachDatabase('a deleted project holds no position', async ({ parts, admin }) => {
  const { id } = expectDone(await createProject(parts, admin, form({ requestId: 'gone' })))
  expectDone(await changeAtTheMachine(parts, (unit, proof) => deleteProject(unit, proof, { id })))
  expectDone(await createProject(parts, admin, form()))
  expect((await listProjects(parts)).map((project) => project.position)).toEqual([1])
})

eachDatabase(
  'behind the largest position there is no further one: the new project shares it',
  async ({ parts, admin, pass }) => {
    const { id } = expectDone(await createProject(parts, admin, form()))
    const position = String(Number.MAX_SAFE_INTEGER)
    expectDone(await changeAtTheMachine(parts, (unit, proof) => moveProject(unit, proof, { id, position })))
    pass(1)
    expectDone(await createProject(parts, admin, form({ name: 'Last', requestId: 'last' })))
    const list = await listProjects(parts)
    expect(list.map((project) => project.name)).toEqual(['Thrown', 'Last'])
    expect(list[1]?.position).toBe(Number.MAX_SAFE_INTEGER)
  },
)

eachDatabase('all positions below nought: the new project still comes last', async ({ parts, admin }) => {
  const { id } = expectDone(await createProject(parts, admin, form()))
  expectDone(await changeAtTheMachine(parts, (unit, proof) => moveProject(unit, proof, { id, position: '-7' })))
  expectDone(await createProject(parts, admin, form({ name: 'Last', requestId: 'last' })))
  expect((await listProjects(parts)).map(({ name, position }) => [name, position])).toEqual([
    ['Thrown', -7],
    ['Last', -6],
  ])
})

eachDatabase('a project gets its cover and its images in the order of the form', async (house) => {
  const { parts, admin, upload } = house
  const cover = await upload(undefined, 'front.jpg')
  const images = [
    await upload(undefined, 'b.jpg'),
    await upload(await photograph({ as: 'png' }), 'a.jpg'),
    await upload(undefined, 'b.jpg'),
  ]
  const { id, name } = expectDone(await createProject(parts, admin, form({ cover, images })))
  expect(name).toBe('Thrown')
  expect(await storageKeys(house)).toEqual(['coverPhotos/front.jpg', 'images/b.jpg', 'images/a.png', 'images/b-2.jpg'])
  const project = await showProject(parts, id)
  expect(project?.coverPhoto).toMatchObject({ width: 90, ready: false })
  expect(project?.images).toHaveLength(3)
  expect(house.heard).toContainEqual({ about: 'work' })
  expect(house.woken()).toBe(1)
})

eachDatabase('what hangs is no longer an upload', async (house) => {
  const { parts, admin, upload } = house
  const image = await upload()
  expectDone(await createProject(parts, admin, form({ images: [image] })))
  expect(await parts.uploads.find(image, admin.userId)).toBeNull()
  expect(await readdir(join(house.folder, 'uploads'))).toEqual([])
})

eachDatabase('the same form sent again makes nothing more', async (house) => {
  const { parts, admin, upload } = house
  const wish = form({ cover: await upload(), images: [await upload(undefined, 'a.jpg')], imageAlts: ['A lamp'] })
  const first = expectDone(await createProject(parts, admin, wish))
  house.heard.length = 0
  expect(expectDone(await createProject(parts, admin, wish))).toEqual(first)
  expect(await listProjects(parts)).toHaveLength(1)
  expect(await filesIn(house)).toEqual(['coverPhotos/photo.jpg', 'images/a.jpg'])
  expect(house.heard).toEqual([])
})

eachDatabase(
  'of a project whose answer was lost nothing is taken back; sent again, the form finds it',
  async (house) => {
    const { parts, admin, upload } = house
    const wish = form({ cover: await upload(), images: [await upload(undefined, 'a.jpg')] })
    expect(await createProject(losingAnswers(parts), admin, wish)).toMatchObject({ ok: false, unsure: true })
    expect(await filesIn(house)).toEqual(['coverPhotos/photo.jpg', 'images/a.jpg'])
    expect(expectDone(await createProject(parts, admin, wish)).id).toBe((await listProjects(parts))[0]?.id)
    expect(await filesIn(house)).toEqual((await storageKeys(house)).sort())
  },
)

eachDatabase('the same form sent again after its project was deleted is told so, and makes nothing', async (house) => {
  const { parts, admin, upload } = house
  const wish = form({ cover: await upload() })
  const { id } = expectDone(await createProject(parts, admin, wish))
  expectDone(await changeAtTheMachine(parts, (unit, proof) => deleteProject(unit, proof, { id })))
  for (const again of [wish, { ...wish, name: 'Thrown again' }, form()]) {
    const refusal = await createProject(parts, admin, again)
    expect(refusal).toMatchObject({ ok: false, why: 'unknown', message: expect.stringContaining('was deleted since') })
  }
  expect(await listProjects(parts)).toEqual([])
  expect(await filesIn(house)).toEqual(['coverPhotos/photo.jpg'])
})

eachDatabase(
  'a form that says something else by now is no success: what was written since would be lost',
  async (house) => {
    const { parts, admin, upload } = house
    const image = await upload()
    const wish = form({ images: [image], imageAlts: ['A lamp'] })
    const { id } = expectDone(await createProject(parts, admin, wish))
    const others = [
      { name: 'Thrown again' },
      { details: 'A house.' },
      { imageAlts: ['Two lamps'] },
      { cover: await upload() },
    ]
    for (const other of others) {
      const refusal = await createProject(parts, admin, { ...wish, ...other })
      expect(refusal).toMatchObject({ ok: false, why: 'newer', about: { made: id } })
    }
    expect(await listProjects(parts)).toMatchObject([{ name: 'Thrown' }])
    expect(await filesIn(house)).toEqual(['images/photo.jpg'])
  },
)

eachDatabase('the same form sent five times at once makes one project and keeps one file of each', async (house) => {
  const { parts, admin, upload } = house
  const wish = form({
    cover: await upload(undefined, 'front.jpg'),
    images: [await upload(undefined, 'a.jpg'), await upload(undefined, 'b.jpg')],
  })
  const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => createProject(parts, admin, wish)))
  expect(new Set(outcomes.map((outcome) => expectDone(outcome).id)).size).toBe(1)
  expect(await listProjects(parts)).toHaveLength(1)
  expect(await filesIn(house)).toEqual((await storageKeys(house)).sort())
  expect(await storageKeys(house)).toHaveLength(3)
})

eachDatabase('one bad image, and nothing is made: no row, no file, and the other uploads wait', async (house) => {
  const { parts, admin, upload } = house
  const good = await upload(undefined, 'good.jpg')
  const bad = await upload(Buffer.from('<svg/>'), 'bad.jpg')
  const refusal = await createProject(parts, admin, form({ cover: good, images: [bad] }))
  expect(refusal).toMatchObject({
    ok: false,
    why: 'wrong-type',
    fields: { images: expect.any(String) },
    about: { upload: bad },
  })
  expect(await listProjects(parts)).toEqual([])
  expect(await filesIn(house)).toEqual([])
  expect(house.heard).toEqual([])
  expect(await parts.uploads.find(good, admin.userId)).not.toBeNull()
  expectDone(await createProject(parts, admin, form({ cover: good })))
})

eachDatabase('a bad cover is named as the cover', async ({ parts, admin, upload }) => {
  const refusal = await createProject(
    parts,
    admin,
    form({ cover: await upload(Buffer.from('GIF89a')), images: [await upload()] }),
  )
  expect(refusal).toMatchObject({ ok: false, why: 'wrong-type', fields: { cover: expect.any(String) } })
})

eachDatabase('an upload that is not there, not finished or somebody else’s is refused alike', async (house) => {
  const { parts, admin, upload } = house
  const theirs = await upload(undefined, 'theirs.jpg', await appoint(parts))
  const refusals = []
  for (const id of [theirs, 'f'.repeat(32), '../secret', 'a\0b']) {
    refusals.push(await createProject(parts, admin, form({ images: [id] })))
  }
  for (const refusal of refusals) expect(refusal).toMatchObject({ ok: false, why: 'unknown' })
  expect(await listProjects(parts)).toEqual([])
})

eachDatabase('one upload named twice hangs once, and leaves one file', async (house) => {
  const { parts, admin, upload } = house
  const id = await upload()
  const project = expectDone(await createProject(parts, admin, form({ cover: id, images: [id, id] })))
  expect(await filesIn(house)).toEqual(await storageKeys(house))
  expect((await showProject(parts, project.id))?.coverPhoto).not.toBeNull()
})

eachDatabase('name and details are required, each wrong field is named, and nothing is made', async (house) => {
  const { parts, admin } = house
  for (const wish of [{}, null, [], 'x', { requestId: 'r' }, form({ name: ' ', details: '\r\n' })]) {
    const refusal = await createProject(parts, admin, wish)
    expect(refusal).toMatchObject({ ok: false, why: 'wrong-value' })
  }
  expect(await createProject(parts, admin, form({ name: ' ', details: '' }))).toMatchObject({
    fields: { name: 'The project name is required.', details: 'The project details are required.' },
  })
  expect(
    await createProject(parts, admin, form({ images: Array.from({ length: 501 }, (_, n) => `u${n}`) })),
  ).toMatchObject({
    why: 'wrong-value',
    fields: { images: expect.any(String) },
  })
  expect(await listProjects(parts)).toEqual([])
})

eachDatabase('what the form does not have cannot be set by it', async ({ parts, admin }) => {
  const { id } = expectDone(
    await createProject(
      parts,
      admin,
      form({ id: 'mine', position: 0, createdAt: '1999', deletedAt: '1999', comments: ['x'] }),
    ),
  )
  expect(id).not.toBe('mine')
  const row = await parts.db.selectFrom('projects').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ position: 1, comments: '[]', deletedAt: null, createdAt: parts.now().toISOString() })
})

eachDatabase('for anyone but an admin nothing is looked at, and nothing is made', async (house) => {
  const { parts, admin, upload } = house
  const image = await upload()
  const wish = form({ images: [image] })
  expect(await createProject(parts, null, wish)).toMatchObject({ ok: false, why: 'no-session' })
  expect(await createProject(parts, { ...admin, userId: 'visitor' }, wish)).toMatchObject({
    ok: false,
    why: 'not-admin',
  })
  expect(await createProject(parts, { ...admin, userId: 'visitor' }, null)).toMatchObject({
    ok: false,
    why: 'not-admin',
  })
  expect(await listProjects(parts)).toEqual([])
  expect(await filesIn(house)).toEqual([])
  expect(await parts.uploads.find(image, admin.userId)).not.toBeNull()
})

eachDatabase('what was said of the pictures before they were sent hangs with them', async (house) => {
  const { parts, admin, upload } = house
  const [cover, first, second] = [await upload(), await upload(), await upload()]
  const alts = { coverAlt: ' A door. ', imageAlts: ['A niche.', 'Unseen.', ''] }
  const wish = form({ cover, images: [first, first, second], ...alts })
  const { id } = expectDone(await createProject(parts, admin, wish))
  const project = await showProject(parts, id)
  expect(project?.coverPhoto?.alt).toBe('A door.')
  expect(project?.images.map((image) => image.alt)).toEqual(['A niche.', ''])
})

eachDatabase('an alt text that is too long makes no project', async ({ parts, admin, upload }) => {
  const wish = form({ cover: await upload(), coverAlt: 'x'.repeat(301) })
  expect(await createProject(parts, admin, wish)).toMatchObject({
    why: 'wrong-value',
    fields: { coverAlt: 'The alt text may have 300 characters at most.' },
  })
  expect(await listProjects(parts)).toEqual([])
})
