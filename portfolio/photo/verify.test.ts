import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { removeProject } from '#portfolio/project/edit.ts'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { showProject } from '#portfolio/project/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { readStored, testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { verifyPhotos } from './verify.ts'
import { deriveNextPhoto } from '#portfolio/derivative/derive.ts'
import { derivativeKey } from '#portfolio/derivative/derivatives.ts'

const hour = 60 * 60_000
const jpg = { format: 'jpg', gamut: 'srgb' } as const
const avif = { format: 'avif', gamut: 'srgb' } as const

async function check({ ports }: TestBackend, repair = false): Promise<string[]> {
  const found: string[] = []
  for await (const problem of verifyPhotos(ports)) {
    found.push(problem.message)
    if (repair) await problem.repair?.()
  }
  return found
}

const deriveAll = async ({ ports }: TestBackend) => {
  while (await deriveNextPhoto(ports));
}

/** A project with two small derived photos. */
async function createIntactProject(backend: TestBackend) {
  const projectId = await testProject(backend, 'Thrown')
  const bytes = await photoFile({ width: 600, height: 40 })
  const ids = [
    await testPhoto(backend, projectId, 'a.jpg', { bytes }),
    await testPhoto(backend, projectId, 'b.jpg', { bytes }),
  ]
  await deriveAll(backend)
  return { projectId, id: ids[0] ?? '', other: ids[1] ?? '' }
}

eachDatabase('no problem is found in an empty or an intact portfolio', async (backend) => {
  expect(await check(backend)).toEqual([])
  await createIntactProject(backend)
  expect(await check(backend)).toEqual([])
})

eachDatabase('a missing, truncated or changed original is reported and cannot be repaired', async (backend) => {
  const { projectId } = await createIntactProject(backend)
  const name = `Images/${projectId}_a.jpg`
  const bytes = await readStored(backend, name)
  await backend.ports.files.write(name, Buffer.concat([bytes.subarray(0, -1), Buffer.from('!')]))
  expect(await check(backend, true)).toEqual([
    `the original ${name} is not the one that was stored: its SHA-256 differs`,
  ])
  await backend.ports.files.write(name, bytes.subarray(0, 10))
  expect(await check(backend, true)).toEqual([`the original ${name} has 10 bytes instead of ${bytes.length}`])
  await backend.ports.files.remove(name)
  expect(await check(backend, true)).toEqual([`the original ${name} is missing`])
})

eachDatabase('missing and damaged derivatives are reported, and derived again after the repair', async (backend) => {
  const { ports } = backend
  const { projectId, id } = await createIntactProject(backend)
  const [gone, cut] = [derivativeKey(id, 600, jpg), derivativeKey(id, 600, avif)]
  await ports.files.remove(gone)
  const bytes = await readStored(backend, cut)
  await ports.files.write(cut, bytes.subarray(0, bytes.length / 2))
  const problems = [`the derivative ${cut} is damaged`, `the derivative ${gone} is missing`]
  expect(await check(backend)).toEqual(problems)
  expect(await deriveNextPhoto(ports)).toBe(false)

  expect(await check(backend, true)).toEqual(problems)
  await deriveAll(backend)
  expect(await check(backend)).toEqual([])
  expect((await showProject(ports, projectId))?.images.map(({ widths }) => widths)).toEqual([
    [360, 485, 600],
    [360, 485, 600],
  ])
})

eachDatabase('a derivative whose width or format differs from its key is damaged', async (backend) => {
  const { ports } = backend
  const { id } = await createIntactProject(backend)
  const small = await readStored(backend, derivativeKey(id, 360, avif))
  await ports.files.write(derivativeKey(id, 485, avif), small)
  await ports.files.write(derivativeKey(id, 600, jpg), small)
  expect(await check(backend)).toEqual([
    `the derivative ${derivativeKey(id, 485, avif)} is damaged`,
    `the derivative ${derivativeKey(id, 600, jpg)} is damaged`,
  ])
})

eachDatabase(
  'missing widths, failed photos and photos that wait too long are reported and derived again',
  async (backend) => {
    const { ports, advance } = backend
    const { projectId, id, other } = await createIntactProject(backend)
    await ports.db.updateTable('photos').set({ made: '360,485' }).where('id', '=', id).execute()
    await ports.db.updateTable('photos').set({ state: 'failed', tries: 3 }).where('id', '=', other).execute()
    expect(await check(backend, true)).toEqual([
      `the width 600 of Images/${projectId}_a.jpg was never derived`,
      `the photo Images/${projectId}_b.jpg could not be derived`,
    ])
    expect(await check(backend)).toEqual([])
    advance(2 * hour)
    expect(await check(backend)).toEqual(
      ['a', 'b'].map((name) => `the photo Images/${projectId}_${name}.jpg has waited for 120 minutes`),
    )
    await deriveAll(backend)
    expect(await check(backend)).toEqual([])
  },
)

eachDatabase('orphan files and temporary files are reported once they are a day old', async (backend) => {
  const { ports, folder, advance } = backend
  await createIntactProject(backend)
  await ports.files.write('Images/left.jpg', Buffer.from('left'))
  const temporaryFile = join(folder, 'files', '.temporary', 'cut-off')
  await ports.files.write('health/beat', Buffer.from('.'))
  await writeFile(temporaryFile, 'half')
  await utimes(temporaryFile, ports.now(), ports.now())
  expect(await check(backend)).toEqual([])
  advance(25 * hour)
  expect(await check(backend, true)).toEqual([
    'the file Images/left.jpg belongs to no photo',
    'temporary files older than a day: 1',
  ])
  expect(await check(backend)).toEqual(['temporary files older than a day: 1'])
})

eachDatabase('a gallery with a gap is reported; covers and removed projects are ignored', async (backend) => {
  const { ports, admin } = backend
  const { projectId, other } = await createIntactProject(backend)
  await testPhoto(backend, projectId, 'cover.jpg', { place: 'cover' })
  await deriveAll(backend)
  expect(await check(backend)).toEqual([])
  await ports.db.updateTable('photos').set({ position: 3 }).where('id', '=', other).execute()
  expect(await check(backend)).toEqual([
    `the images of Thrown (${projectId}) have gaps or duplicates in their positions: 1, 3`,
  ])
  expectOk(await asAdmin(ports, admin, (unit, admin) => removeProject(unit, admin, { id: projectId })))
  expect(await check(backend)).toEqual([])
})

eachDatabase(
  'a missing original of a removed project is reported until a day before its files expire',
  async (backend) => {
    const { projectId } = await createIntactProject(backend)
    expectOk(
      await asAdmin(backend.ports, backend.admin, (unit, admin) => removeProject(unit, admin, { id: projectId })),
    )
    await backend.ports.files.remove('Images/')
    await backend.ports.files.remove('derivatives/')
    backend.advance(30 * 24 * hour)
    expect(await check(backend)).toEqual(
      ['a', 'b'].map((name) => `the original Images/${projectId}_${name}.jpg is missing`),
    )
    backend.advance(1)
    expect(await check(backend)).toEqual([])
  },
)
