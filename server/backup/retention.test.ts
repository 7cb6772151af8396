import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { backupTime, openDataFolder } from '#tests/support/site-data/data-folder.ts'
import { backupName, parseBackupName } from './backup-name.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { listNightlyBackups, removeOldBackups, removeUnfinishedBackups, selectKept } from './retention.ts'
import { isAbandoned, markUnfinished } from '#server/database/unfinished-folder.ts'

const dayMs = 24 * 60 * 60_000
const daysBefore = (days: number) => new Date(backupTime.getTime() - days * dayMs)

test('the nightly backups of 7 days and of 3 or 4 earlier weeks are kept, all less than 35 days old', () => {
  let backups: { madeAt: Date }[] = []
  for (let night = 0; night < 400; night++) {
    const now = daysBefore(-night)
    backups = [...selectKept([...backups, { madeAt: now }], now)]
    const ages = backups.map(({ madeAt }) => (now.getTime() - madeAt.getTime()) / dayMs)
    expect(Math.max(...ages)).toBeLessThan(35)
    expect(ages).toEqual(expect.arrayContaining(Array.from({ length: Math.min(night + 1, 7) }, (_, age) => age)))
    if (night < 40) continue
    expect(ages.filter((age) => age >= 7).length).toBeGreaterThanOrEqual(3)
    expect(backups.length).toBeLessThanOrEqual(11)
    expect(Math.max(...ages)).toBeGreaterThanOrEqual(28 - 6)
  }
})

test('the newest backup of each day is kept, and the newest of all regardless of its age', () => {
  const [first, second] = [{ madeAt: daysBefore(0) }, { madeAt: new Date(backupTime.getTime() + 60_000) }]
  expect([...selectKept([first, second], second.madeAt)]).toEqual([second])
  const old = [{ madeAt: daysBefore(300) }, { madeAt: daysBefore(200) }]
  expect([...selectKept(old, backupTime)]).toEqual([old[1]])
})

test('future-dated backups are kept until there are 7 others', () => {
  const future = [100, 99].map((days) => ({ madeAt: daysBefore(-days) }))
  expect([...selectKept(future, backupTime)]).toEqual(future)
  const past = Array.from({ length: 7 }, (_, days) => ({ madeAt: daysBefore(days) }))
  expect(selectKept([...future, ...past.slice(1)], backupTime)).toEqual(new Set([...future, ...past.slice(1)]))
  expect(selectKept([...future, ...past], backupTime)).toEqual(new Set(past))
})

test('the name of a backup contains its time; other names are not parsed', () => {
  for (const isNightly of [true, false]) {
    const name = backupName(backupTime, isNightly)
    expect(parseBackupName(name)).toEqual({ madeAt: backupTime, isNightly, isUnfinished: false })
    expect(parseBackupName(`${name}.unfinished`)).toMatchObject({ isUnfinished: true })
    expect(parseBackupName(`${name}x`)).toBeNull()
  }
  expect(parseBackupName('enfilade-2026-13-41T09-00-00-000Z')).toBeNull()
})

test('only old nightly backups of this site are removed from the folder', async () => {
  const { into, backUp } = await openDataFolder()
  const old = await backUp({ now: daysBefore(60), isNightly: true })
  const byHand = await backUp({ now: daysBefore(61) })
  const another = await backUp({ now: daysBefore(62), isNightly: true })
  const manifest = await readManifest(another.folder)
  const foreign = join(into, backupName(daysBefore(63), true))
  await mkdir(foreign)
  await writeManifest(foreign, { ...manifest, storeId: 'another site', madeAt: daysBefore(63).toISOString() })
  const renamed = join(into, backupName(daysBefore(64), true))
  await rename(another.folder, renamed)
  const invalid = join(into, backupName(daysBefore(65), true))
  await mkdir(invalid)
  await writeFile(join(invalid, 'manifest.json'), 'mine')
  const link = join(into, backupName(daysBefore(66), true))
  await symlink(old.folder, link)
  await writeFile(join(into, backupName(daysBefore(67), true)), 'a file')
  const newest = await backUp({ isNightly: true })
  const before = await readdir(into)

  expect((await listNightlyBackups(into, 'this site')).map(({ name }) => join(into, name))).toEqual([
    newest.folder,
    old.folder,
  ])
  await removeOldBackups(into, 'this site', backupTime)
  const kept = await readdir(into)
  expect(before.filter((name) => !kept.includes(name)).map((name) => join(into, name))).toEqual([old.folder])
  for (const path of [byHand.folder, foreign, renamed, invalid])
    expect(kept.map((name) => join(into, name))).toContain(path)
})

test('leftovers of interrupted backups are removed after 12 hours, and nothing else', async () => {
  const { into } = await openDataFolder()
  const hoursBefore = (hours: number) => new Date(backupTime.getTime() - hours * 60 * 60_000)
  const old = [true, false].map((isNightly) => `${backupName(hoursBefore(12), isNightly)}.unfinished`)
  const kept = [`${backupName(hoursBefore(11), true)}.unfinished`, 'mine.unfinished', backupName(hoursBefore(99), true)]
  for (const name of [...old, ...kept]) await mkdir(join(into, name, 'files'), { recursive: true })
  await removeUnfinishedBackups(into, backupTime)
  expect((await readdir(into)).sort()).toEqual(kept.sort())
})

test('a backup removes the leftovers of a killed one, but no folder that is being filled', async () => {
  const { into, backUp } = await openDataFolder()
  const name = (hours: number) =>
    `${backupName(new Date(backupTime.getTime() - hours * 60 * 60_000), false)}.unfinished`
  const [abandoned, inUse, unmarked] = [name(1), name(2), name(3)]
  for (const folder of [abandoned, inUse, unmarked]) await mkdir(join(into, folder), { recursive: true })
  const unfinished = join(import.meta.dirname, '../database/unfinished-folder.ts')
  const program = `(await import(${JSON.stringify(unfinished)})).markUnfinished(process.argv[1]); process.kill(process.pid, 'SIGKILL')`
  spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', program, join(into, abandoned)])
  const finish = markUnfinished(join(into, inUse))
  expect([abandoned, inUse, unmarked].map((folder) => isAbandoned(join(into, folder)))).toEqual([true, false, false])
  const { folder } = await backUp()
  expect((await readdir(into)).sort()).toEqual([basename(folder), inUse, unmarked].sort())
  expect((await readdir(folder)).filter((file) => file.includes('unfinished'))).toEqual([])
  await finish()
  expect(await readdir(join(into, inUse))).toEqual([])
})
