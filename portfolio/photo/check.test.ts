import { readFile, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { deleteProject } from '#portfolio/project/edit.ts'
import { changeAsAdmin } from '#portfolio/account/as-admin.ts'
import { showProject } from '#portfolio/project/show.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { hangPhoto, hungProject } from '#testing/hung.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { photograph } from '#testing/photographs.ts'
import { checkPhotos } from './check.ts'
import { makeNextPhoto } from './make.ts'
import { derivativeKey } from './photo.ts'

const hour = 60 * 60_000
const webp = { format: 'webp', gamut: 'srgb' } as const
const avif = { format: 'avif', gamut: 'srgb' } as const

async function check({ parts }: House, repair = false): Promise<string[]> {
  const found: string[] = []
  for await (const fault of checkPhotos(parts)) {
    found.push(fault.what)
    if (repair) await fault.repair?.()
  }
  return found
}

const makeAll = async ({ parts }: House) => {
  while (await makeNextPhoto(parts));
}

/** A project with two small photographs that are made. */
async function sound(house: House) {
  const projectId = await hungProject(house, 'Thrown')
  const bytes = await photograph({ width: 600, height: 400 })
  const ids = [
    await hangPhoto(house, projectId, 'a.jpg', { bytes }),
    await hangPhoto(house, projectId, 'b.jpg', { bytes }),
  ]
  await makeAll(house)
  const original = join(house.folder, 'files', 'Images', `${projectId}_a.jpg`)
  return { projectId, id: ids[0] ?? '', other: ids[1] ?? '', original }
}

eachDatabase('in a sound house there is nothing to find, nor in an empty one', async (house) => {
  expect(await check(house)).toEqual([])
  await sound(house)
  expect(await check(house)).toEqual([])
})

eachDatabase(
  'an original that is missing, short or other than it was is told, and cannot be repaired',
  async (house) => {
    const { projectId, original } = await sound(house)
    const bytes = await readFile(original)
    const name = `Images/${projectId}_a.jpg`
    await house.parts.files.write(name, Buffer.concat([bytes.subarray(0, -1), Buffer.from('!')]))
    expect(await check(house, true)).toEqual([
      `the original ${name} is not the one that was stored: its SHA-256 differs`,
    ])
    await truncate(original, 10)
    expect(await check(house, true)).toEqual([`the original ${name} has 10 bytes instead of ${bytes.length}`])
    await house.parts.files.remove(name)
    expect(await check(house, true)).toEqual([`the original ${name} is missing`])
  },
)

eachDatabase('derivatives that are missing or damaged are told, and after a repair made again', async (house) => {
  const { parts } = house
  const { projectId, id } = await sound(house)
  const [gone, cut] = [derivativeKey(id, 480, webp), derivativeKey(id, 600, avif)]
  await parts.files.remove(gone)
  const path = (await parts.files.find(cut))?.path ?? ''
  await truncate(path, Math.floor((await readFile(path)).length / 2))
  const faults = [`the derivative ${gone} is missing`, `the derivative ${cut} is damaged`]
  expect(await check(house)).toEqual(faults)
  expect(await makeNextPhoto(parts)).toBe(false)

  expect(await check(house, true)).toEqual(faults)
  await makeAll(house)
  expect(await check(house)).toEqual([])
  expect((await showProject(parts, projectId))?.images.map(({ widths }) => widths)).toEqual([
    [480, 600],
    [480, 600],
  ])
})

eachDatabase('a derivative of another width or format than its address says is damaged', async (house) => {
  const { parts } = house
  const { id } = await sound(house)
  const small = await readFile((await parts.files.find(derivativeKey(id, 480, webp)))?.path ?? '')
  await parts.files.write(derivativeKey(id, 600, webp), small)
  await parts.files.write(derivativeKey(id, 480, avif), small)
  expect(await check(house)).toEqual([
    `the derivative ${derivativeKey(id, 480, avif)} is damaged`,
    `the derivative ${derivativeKey(id, 600, webp)} is damaged`,
  ])
})

eachDatabase(
  'a width that was never made, one given up and one that waits for ever are told and made',
  async (house) => {
    const { parts, pass } = house
    const { projectId, id, other } = await sound(house)
    await parts.db.updateTable('photos').set({ made: '480' }).where('id', '=', id).execute()
    await parts.db.updateTable('photos').set({ state: 'failed', tries: 3 }).where('id', '=', other).execute()
    expect(await check(house, true)).toEqual([
      `the width 600 of Images/${projectId}_a.jpg was never made`,
      `the photograph Images/${projectId}_b.jpg could not be made`,
    ])
    expect(await check(house)).toEqual([])
    pass(2 * hour)
    expect(await check(house)).toEqual(
      ['a', 'b'].map((name) => `the photograph Images/${projectId}_${name}.jpg has waited for 120 minutes`),
    )
    await makeAll(house)
    expect(await check(house)).toEqual([])
  },
)

eachDatabase('files without a row and old drafts are told once they are a day old', async (house) => {
  const { parts, folder, pass } = house
  await sound(house)
  await parts.files.write('Images/left.jpg', Buffer.from('left'))
  const draft = join(folder, 'files', '.temporary', 'cut-off')
  await parts.files.write('health/beat', Buffer.from('.'))
  await writeFile(draft, 'half')
  await utimes(draft, parts.now(), parts.now())
  expect(await check(house)).toEqual([])
  pass(25 * hour)
  expect(await check(house, true)).toEqual([
    'the file Images/left.jpg belongs to no photograph',
    '1 temporary files are older than a day',
  ])
  expect(await check(house)).toEqual(['1 temporary files are older than a day'])
})

eachDatabase('a gallery with a gap or a double place is told; covers and deleted projects have none', async (house) => {
  const { parts, admin } = house
  const { projectId, other } = await sound(house)
  await hangPhoto(house, projectId, 'cover.jpg', { place: 'cover' })
  await makeAll(house)
  expect(await check(house)).toEqual([])
  await parts.db.updateTable('photos').set({ position: 3 }).where('id', '=', other).execute()
  expect(await check(house)).toEqual([`the images of Thrown (${projectId}) are at 1, 3`])
  expectDone(await changeAsAdmin(parts, admin, (unit, proof) => deleteProject(unit, proof, { id: projectId })))
  expect(await check(house)).toEqual([])
})
