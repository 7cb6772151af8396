import { expect } from 'vitest'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { filesIn, storageKeys } from '#tests/support/backend/project-fixtures.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { createAdmin, expectOk } from '#tests/support/backend/test-backend.ts'
import { createProject, insertProject } from './create.ts'
import { listProjects, showProject } from './show.ts'

const form = (more: object = {}) => ({ name: 'Thrown', details: 'A shop.', requestId: 'form-1', ...more })

const original = {
  storageKey: 'images/photo.jpg',
  uploadId: null,
  bytes: 1,
  sha256: '0'.repeat(64),
  format: 'jpeg',
  width: 1,
  height: 1,
  colour: '#808080',
  placeholder: '',
  wide: false,
} as const

eachDatabase(
  'with one invalid image, the project is not created, no file is stored, and the other uploads stay',
  async (backend) => {
    const { ports, admin, upload } = backend
    const good = await upload(undefined, 'good.jpg')
    const bad = await upload(Buffer.from('<svg/>'), 'bad.jpg')
    const refusal = await createProject(ports, admin, form({ cover: good, images: [bad] }))
    expect(refusal).toMatchObject({
      ok: false,
      code: 'wrong-type',
      fields: { images: expect.any(String) },
      about: { upload: bad },
    })
    expect(await listProjects(ports)).toEqual([])
    expect(await filesIn(backend)).toEqual([])
    expect(backend.events).toEqual([])
    expect(await ports.uploads.find(good, admin.userId)).not.toBeNull()
    expectOk(await createProject(ports, admin, form({ cover: good })))
  },
)

eachDatabase('every refused upload is listed with its reason', async (backend) => {
  const { ports, admin, upload } = backend
  const [cover, svg, good, missing] = [
    await upload(Buffer.from('GIF89a')),
    await upload(Buffer.from('<svg/>'), 'bad.jpg'),
    await upload(),
    'f'.repeat(32),
  ]
  const refusal = await createProject(ports, admin, form({ cover, images: [svg, good, missing] }))
  const unsupported = { code: 'wrong-type', message: expect.any(String) }
  expect(refusal).toMatchObject({
    ok: false,
    code: 'wrong-type',
    fields: { cover: expect.any(String), images: expect.any(String) },
    about: {
      upload: cover,
      uploads: [
        { id: cover, ...unsupported },
        { id: svg, ...unsupported },
        { id: missing, code: 'unknown', message: 'An upload is no longer there. Please choose the file again.' },
      ],
    },
  })
  expect(await filesIn(backend)).toEqual([])
  expectOk(await createProject(ports, admin, form({ images: [good] })))
})

eachDatabase('creating a project with 250 images takes two more statements than with one', async ({ ports }) => {
  const statementsFor = async (count: number) => {
    let statements = 0
    const db = ports.db.withPlugin({
      transformQuery: ({ node }) => ((statements += 1), node),
      transformResult: async ({ result }) => result,
    })
    const images = Array.from({ length: count }, (_, n) => ({
      original: { ...original, storageKey: `images/${count}-${n}.jpg`, uploadId: `upload ${count}-${n}` },
      alt: `Image ${n}`,
    }))
    const project = { ...form({ requestId: `${count} images` }), cover: null, images }
    const created = await asOperator({ ...ports, db }, (unit, admin) => insertProject(unit, admin, project))
    const shown = await showProject(ports, expectOk(created).id)
    expect(shown?.images.map(({ alt }) => alt)).toEqual(images.map(({ alt }) => alt))
    return statements
  }
  const one = await statementsFor(1)
  expect((await statementsFor(250)) - one).toBe(2)
})

eachDatabase('an invalid cover photo is reported in the field of the cover', async ({ ports, admin, upload }) => {
  const refusal = await createProject(
    ports,
    admin,
    form({ cover: await upload(Buffer.from('GIF89a')), images: [await upload()] }),
  )
  expect(refusal).toMatchObject({ ok: false, code: 'wrong-type', fields: { cover: expect.any(String) } })
})

eachDatabase('unknown uploads and those of another user get the same refusal', async (backend) => {
  const { ports, admin, upload } = backend
  const theirs = await upload(undefined, 'theirs.jpg', await createAdmin(ports))
  const refusals = []
  for (const id of [theirs, 'f'.repeat(32), '../secret', 'a\0b']) {
    refusals.push(await createProject(ports, admin, form({ images: [id] })))
  }
  for (const refusal of refusals) expect(refusal).toMatchObject({ ok: false, code: 'unknown' })
  expect(await listProjects(ports)).toEqual([])
})

eachDatabase('an upload listed twice is stored and attached once', async (backend) => {
  const { ports, admin, upload } = backend
  const id = await upload()
  const project = expectOk(await createProject(ports, admin, form({ cover: id, images: [id, id] })))
  expect(await filesIn(backend)).toEqual(await storageKeys(backend))
  expect((await showProject(ports, project.id))?.coverPhoto).not.toBeNull()
})

eachDatabase('alt texts are stored with their images', async (backend) => {
  const { ports, admin, upload } = backend
  const [cover, first, second] = [await upload(), await upload(), await upload()]
  const alts = { coverAlt: ' A door. ', imageAlts: ['A niche.', 'Unseen.', ''] }
  const input = form({ cover, images: [first, first, second], ...alts })
  const { id } = expectOk(await createProject(ports, admin, input))
  const project = await showProject(ports, id)
  expect(project?.coverPhoto?.alt).toBe('A door.')
  expect(project?.images.map((image) => image.alt)).toEqual(['A niche.', ''])
})

eachDatabase('a project with an alt text that is too long is not created', async ({ ports, admin, upload }) => {
  const input = form({ cover: await upload(), coverAlt: 'x'.repeat(301) })
  expect(await createProject(ports, admin, input)).toMatchObject({
    code: 'wrong-value',
    fields: { coverAlt: 'The alternative text can have at most 300 characters.' },
  })
  expect(await listProjects(ports)).toEqual([])
})
