import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { filesBelow, openDataFolder } from '#tests/support/site-data/data-folder.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { BackupRefused } from './backup-refused.ts'
import { restoreBackup } from './restore.ts'
import { markUnfinished } from '#server/database/unfinished-folder.ts'

const options = { hasOtherDatabase: false, acceptDamaged: false }

async function openBackup() {
  const opened = await openDataFolder()
  const { folder: backup } = await opened.backUp()
  return { ...opened, backup }
}

/** Replaces the manifest, with a checksum that matches. */
async function writeManifest(backup: string, text: string): Promise<void> {
  await writeFile(join(backup, 'manifest.json'), text)
  await writeFile(join(backup, 'manifest.sha256'), `${createHash('sha256').update(text).digest('hex')}\n`)
}

async function changeManifest(backup: string, change: (manifest: Record<string, unknown>) => unknown): Promise<void> {
  const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'))
  await writeManifest(backup, JSON.stringify(change(manifest)))
}

/** Expects a refusal with one sentence, and that nothing is created beside the data folder. */
async function expectRefused(backup: string, sentence: RegExp, path?: string): Promise<void> {
  const folder = await temporaryFolder()
  const refusal = await restoreBackup(backup, join(folder, 'data'), options).catch((error: unknown) => error)
  expect(refusal, path).toBeInstanceOf(BackupRefused)
  expect((refusal as Error).message, path).toMatch(sentence)
  expect((refusal as Error).message).toMatch(/^[^\n]+\.$/)
  expect(await readdir(folder)).toEqual([])
}

test('a backup with one flipped bit in any file is refused, and nothing is restored', async () => {
  const { backup } = await openBackup()
  const files = await filesBelow(backup)
  expect(files).toEqual(expect.arrayContaining(['enfilade.db', 'secret', 'manifest.json', 'manifest.sha256']))
  for (const path of files) {
    const original = await readFile(join(backup, path))
    const flipped = Buffer.from(original)
    const offset = Math.floor(flipped.length / 2)
    flipped.writeUInt8(flipped.readUInt8(offset) ^ 1, offset)
    await writeFile(join(backup, path), flipped)
    await expectRefused(backup, /does not match its checksum/, path)
    await writeFile(join(backup, path), original)
  }
  await restoreBackup(backup, join(await temporaryFolder(), 'data'), options)
})

test('a backup without one of its files is refused with the name of the file', async () => {
  const { backup } = await openBackup()
  for (const path of ['secret', 'manifest.sha256', 'manifest.json']) {
    await rm(join(backup, path))
    await expectRefused(backup, new RegExp(path))
  }
})

test('a backup with damaged and missing photos is restored if the operator accepts it, but not without its database', async () => {
  const { backup, original } = await openBackup()
  const [derivative = ''] = (await filesBelow(backup)).filter((path) => path.startsWith('files/derivatives/'))
  await writeFile(join(backup, original), 'damaged')
  await rm(join(backup, derivative))
  await expectRefused(backup, /is missing from the backup|does not match its checksum/)
  const accepting = { ...options, acceptDamaged: true }
  const restored = join(await temporaryFolder(), 'data')
  const { missing } = await restoreBackup(backup, restored, accepting)
  expect(missing.toSorted((one, other) => one.reason.localeCompare(other.reason))).toEqual([
    { path: original, reason: 'damaged' },
    { path: derivative, reason: 'missing' },
  ])
  expect(await readFile(join(restored, original), 'utf8')).toBe('damaged')
  await rm(join(backup, 'enfilade.db'))
  await expect(restoreBackup(backup, join(restored, 'more'), accepting)).rejects.toBeInstanceOf(BackupRefused)
})

test.each<[string, RegExp, (backup: string, original: string) => Promise<unknown>]>([
  ['a link in place of the secret', /^secret in the backup is neither/, (backup) => linkInstead(backup, 'secret')],
  ['a link in place of an original', /is neither a regular file/, linkInstead],
  ['a link in place of a folder', /^files in the backup is neither/, (backup) => linkInstead(backup, 'files')],
  ['a link in place of the manifest', /^manifest.json in the backup/, (backup) => linkInstead(backup, 'manifest.json')],
  ['a link that the manifest does not list', /^more in the backup/, (backup) => symlink('/etc', join(backup, 'more'))],
  ['a pipe in place of an original', /is neither a regular file/, pipeInstead],
  ['a pipe in place of the manifest', /^manifest.json in/, (backup) => pipeInstead(backup, 'manifest.json')],
  ['an unknown format', /format 3/, (backup) => changeManifest(backup, (manifest) => ({ ...manifest, format: 3 }))],
  ['no list of files', /its files is wrong/, (backup) => changeManifest(backup, ({ files: _, ...rest }) => rest)],
  ['a manifest that is not JSON', /is not valid/, (backup) => writeManifest(backup, '{')],
  ['a manifest that is null', /is not valid/, (backup) => writeManifest(backup, 'null')],
  ['a size that is a string', /files.0.bytes is wrong/, (backup) => changeFirstFile(backup, { bytes: '1' })],
  ['an invalid hash', /files.0.sha256 is wrong/, (backup) => changeFirstFile(backup, { sha256: 'x' })],
  ...['../out', 'files/../../out', '/etc/passwd', 'files//a', 'files/a\\b', 'files/a\0', 'files', 'other', ''].map(
    (path): [string, RegExp, (backup: string) => Promise<unknown>] => [
      `the file name ${JSON.stringify(path)}`,
      /files.0.path is wrong/,
      (backup) => changeFirstFile(backup, { path }),
    ],
  ),
  [
    'an original that only the database lists',
    /^The original Images\/.+ is not in the backup, or does not match its checksum in the database\.$/,
    (backup, original) =>
      changeManifest(backup, ({ files, ...manifest }) => ({
        ...manifest,
        files: (files as { path: string }[]).filter(({ path }) => path !== original),
      })),
  ],
  ['a duplicate file name', /its files is wrong/, (backup) => changeFirstFile(backup, { path: 'secret' })],
])('a backup with %s is refused', async (_, sentence, spoil) => {
  const { backup, original } = await openBackup()
  await spoil(backup, original)
  await expectRefused(backup, sentence)
})

async function linkInstead(backup: string, path: string): Promise<void> {
  await rename(join(backup, path), join(backup, '..', 'aside'))
  await symlink(join(backup, '..', 'aside'), join(backup, path))
}

async function pipeInstead(backup: string, path: string): Promise<void> {
  await rm(join(backup, path))
  execFileSync('mkfifo', [join(backup, path)])
}

function changeFirstFile(backup: string, change: Record<string, unknown>): Promise<void> {
  return changeManifest(backup, ({ files, ...manifest }) => {
    const [first, ...others] = files as Record<string, unknown>[]
    return { ...manifest, files: [{ ...first, ...change }, ...others] }
  })
}

test('a backup of the first format is restored', async () => {
  const { backup, original } = await openBackup()
  await changeManifest(backup, ({ madeAt, files }) => ({ format: 1, madeAt, files }))
  const restored = join(await temporaryFolder(), 'data')
  await restoreBackup(backup, restored, options)
  expect(await filesBelow(restored)).toContain(original)
})

test('a backup is not restored over an existing data folder', async () => {
  const { dataDir, backup } = await openBackup()
  const before = await filesBelow(dataDir)
  await expect(restoreBackup(backup, dataDir, options)).rejects.toBeInstanceOf(BackupRefused)
  expect(await filesBelow(dataDir)).toEqual(before)
})

test('a file at the path of the data folder is not overwritten', async () => {
  const { backup } = await openBackup()
  const existing = join(await temporaryFolder(), 'data')
  await writeFile(existing, 'content')
  await expect(restoreBackup(backup, existing, options)).rejects.toBeInstanceOf(BackupRefused)
  expect(await readFile(existing, 'utf8')).toBe('content')
})

test('folders beside the data folder are kept even if they are named like the temporary folder of a restore', async () => {
  const { backup } = await openBackup()
  const folder = await temporaryFolder()
  for (const name of ['data.restoring', 'data.restoring-abcdef']) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'mine'), '')
  }
  await restoreBackup(backup, join(folder, 'data'), options)
  expect((await readdir(folder)).sort()).toEqual(['data', 'data.restoring', 'data.restoring-abcdef'])
})

test('the folder that a killed restore left behind is removed by the next restore', async () => {
  const { backup } = await openBackup()
  const folder = await temporaryFolder()
  const left = join(folder, 'data.restoring-abcdef')
  await mkdir(left)
  // As after a kill: the mark exists, and no process has locked it.
  const finish = markUnfinished(left)
  const [mark = ''] = await readdir(left)
  await finish()
  await writeFile(join(left, mark), '')
  await restoreBackup(backup, join(folder, 'data'), options)
  expect(await readdir(folder)).toEqual(['data'])
  expect((await filesBelow(join(folder, 'data'))).filter((path) => path.includes('unfinished'))).toEqual([])
})

test('a restore into a folder inside the backup is refused, and the backup stays unchanged', async () => {
  const { backup } = await openBackup()
  const before = await filesBelow(backup)
  for (const path of ['data', 'files/data', 'new/data']) {
    const refusal = await restoreBackup(backup, join(backup, path), options).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(BackupRefused)
    expect((refusal as Error).message).toMatch(/is inside the backup: choose another DATA_DIR\.$/)
  }
  expect(await filesBelow(backup)).toEqual(before)
})

test('a file created in the empty data folder during a restore stays, and nothing is restored', async () => {
  const { backup } = await openBackup()
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'data'))
  const restoring = restoreBackup(backup, join(folder, 'data'), options)
  while (!(await readdir(folder)).some((name) => name.startsWith('data.restoring-'))) await wait(1)
  await writeFile(join(folder, 'data', 'enfilade.db'), 'of a site started meanwhile')
  await expect(restoring).rejects.toBeInstanceOf(BackupRefused)
  expect(await filesBelow(folder)).toEqual(['data/enfilade.db'])
})
