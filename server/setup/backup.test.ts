import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { makeNextPhoto } from '#portfolio/photo/make.ts'
import { deletedKeptMs } from '#portfolio/photo/sweep.ts'
import { showProject } from '#portfolio/project/show.ts'
import { migrate } from '#server/data/migrate.ts'
import { openSqlite } from '#server/data/sqlite.ts'
import { temporaryFolder } from '#testing/each-database.ts'
import { hangPhoto, hungProject } from '#testing/hung.ts'
import { build } from '#testing/parts.ts'
import { photograph } from '#testing/photographs.ts'
import { makeBackup, NoBackup, restoreBackup } from './backup.ts'

const now = new Date('2026-11-21T09:00:00Z')

/** A data folder as a site leaves it: one project with two photographs, one of them made. */
async function open() {
  const dataDir = await temporaryFolder()
  await writeFile(join(dataDir, 'secret'), 'a secret', { mode: 0o600 })
  const house = await openHouseIn(dataDir)
  const projectId = await hungProject(house)
  await hangPhoto(house, projectId)
  await makeNextPhoto(house.parts)
  await hangPhoto(house, projectId, 'second.jpg')
  return { dataDir, house, projectId, into: await temporaryFolder() }
}

async function openHouseIn(dataDir: string) {
  const db = openSqlite(join(dataDir, 'enfilade.db'))
  onTestFinished(() => db.destroy())
  await migrate(db)
  return build(db, dataDir)
}

async function filesIn(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true })
  return all
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}

test('a backup brings back rows, originals, derivatives and the secret, and nothing that came later', async () => {
  const { dataDir, house, projectId, into } = await open()
  const shown = await showProject(house.parts, projectId)
  const backup = await makeBackup(dataDir, into, now, deletedKeptMs)
  await hangPhoto(house, projectId, 'later.jpg')
  const restored = join(await temporaryFolder(), 'data')
  await restoreBackup(backup, restored)
  expect(await readFile(join(restored, 'secret'), 'utf8')).toBe('a secret')
  expect((await stat(restored)).mode & 0o777).toBe(0o700)
  const held = (await filesIn(join(restored, 'files'))).sort()
  expect(held.filter((path) => path.startsWith('Images/'))).toHaveLength(2)
  expect(held.filter((path) => path.startsWith('derivatives/')).length).toBeGreaterThan(1)
  for (const path of held) {
    expect(await readFile(join(restored, 'files', path))).toEqual(await readFile(join(dataDir, 'files', path)))
  }
  const again = await openHouseIn(restored)
  expect(await showProject(again.parts, projectId)).toEqual(shown)
})

test('while changes go on, a backup is whole', async () => {
  const { dataDir, house, into } = await open()
  let going = true
  const writing = (async () => {
    for (let n = 0; going && n < 500; n++) await hangPhoto(house, await hungProject(house, `Number ${n}`))
  })()
  const backups = [
    await makeBackup(dataDir, into, now, deletedKeptMs),
    await makeBackup(dataDir, into, new Date(now.getTime() + 1), deletedKeptMs),
  ]
  going = false
  await writing
  for (const backup of backups) await restoreBackup(backup, join(await temporaryFolder(), 'data'))
  expect((await readdir(into)).sort()).toEqual([
    'enfilade-2026-11-21T09-00-00-000Z',
    'enfilade-2026-11-21T09-00-00-001Z',
  ])
})

test('one flipped byte, in whichever file of a backup, is told, and nothing is restored', async () => {
  const { dataDir, into } = await open()
  const backup = await makeBackup(dataDir, into, now, deletedKeptMs)
  const files = await filesIn(backup)
  expect(files).toEqual(expect.arrayContaining(['enfilade.db', 'secret', 'manifest.json', 'manifest.sha256']))
  for (const path of files) {
    const whole = await readFile(join(backup, path))
    const flipped = Buffer.from(whole)
    const at = Math.floor(flipped.length / 2)
    flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at)
    await writeFile(join(backup, path), flipped)
    const folder = await temporaryFolder()
    await expect(restoreBackup(backup, join(folder, 'data')), path).rejects.toThrow(/not what it was/)
    expect(await readdir(folder)).toEqual([])
    await writeFile(join(backup, path), whole)
  }
  await restoreBackup(backup, join(await temporaryFolder(), 'data'))
})

test('a file that is missing from a backup is told', async () => {
  const { dataDir, into } = await open()
  const backup = await makeBackup(dataDir, into, now, deletedKeptMs)
  for (const path of ['secret', 'manifest.sha256', 'manifest.json']) {
    await rm(join(backup, path))
    await expect(restoreBackup(backup, join(await temporaryFolder(), 'data'))).rejects.toThrow(path)
  }
})

test('nothing is restored over what is there', async () => {
  const { dataDir, into } = await open()
  const before = await filesIn(dataDir)
  const backup = await makeBackup(dataDir, into, now, deletedKeptMs)
  await expect(restoreBackup(backup, dataDir)).rejects.toBeInstanceOf(NoBackup)
  expect(await filesIn(dataDir)).toEqual(before)
})

test('a file that lies where the data folder would go stays as it is', async () => {
  const { dataDir, into } = await open()
  const backup = await makeBackup(dataDir, into, now, deletedKeptMs)
  const inTheWay = join(await temporaryFolder(), 'data')
  await writeFile(inTheWay, 'precious')
  await expect(restoreBackup(backup, inTheWay)).rejects.toBeInstanceOf(NoBackup)
  expect(await readFile(inTheWay, 'utf8')).toBe('precious')
})

test('what comes into the empty data folder during a restore stays, and nothing is restored', async () => {
  const { dataDir, into } = await open()
  const backup = await makeBackup(dataDir, into, now, deletedKeptMs)
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'data'))
  const restoring = restoreBackup(backup, join(folder, 'data'))
  while (!(await readdir(folder)).includes('data.restoring')) await wait(1)
  await writeFile(join(folder, 'data', 'enfilade.db'), 'a site that was started meanwhile')
  await expect(restoring).rejects.toBeInstanceOf(NoBackup)
  expect(await filesIn(folder)).toEqual(['data/enfilade.db'])
})

test('an original that is missing or damaged stops the backup, and nothing half is left', async () => {
  const { dataDir, into } = await open()
  const [original = ''] = (await filesIn(join(dataDir, 'files'))).filter((path) => path.startsWith('Images/'))
  const path = join(dataDir, 'files', original)
  await writeFile(path, await photograph({ width: 20, height: 20 }))
  await expect(makeBackup(dataDir, into, now, deletedKeptMs)).rejects.toThrow(
    `The original ${original} is not what it was.`,
  )
  await rm(path)
  await expect(makeBackup(dataDir, into, now, deletedKeptMs)).rejects.toThrow(
    `files/${original} is missing from the data folder.`,
  )
  expect(await readdir(into)).toEqual([])
})

test('what loses its files within a day is left out, and they may be gone; what keeps them longer is in', async () => {
  const { dataDir, house, projectId, into } = await open()
  const aDayBefore = now.getTime() - deletedKeptMs + 24 * 60 * 60_000
  const restore = async (deleted: number) => {
    const deletedAt = new Date(deleted).toISOString()
    await house.parts.db.updateTable('projects').set({ deletedAt }).where('id', '=', projectId).execute()
    const restored = join(await temporaryFolder(), 'data')
    const backup = await makeBackup(dataDir, join(into, deletedAt), now, deletedKeptMs)
    await restoreBackup(backup, restored)
    return (await filesIn(restored)).sort()
  }
  expect(await restore(aDayBefore)).toEqual(expect.arrayContaining([expect.stringMatching('^files/Images/')]))
  await rm(join(dataDir, 'files', 'Images'), { recursive: true })
  expect(await restore(aDayBefore - 1)).toEqual(['enfilade.db', 'secret'])
})
