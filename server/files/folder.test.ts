import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { FilesFailed } from '#portfolio/parts.ts'
import { temporaryFolder } from '#testing/each-database.ts'
import { keepsTheFileStoreContract } from '#testing/file-store-contract.ts'
import type { NeedReport } from '#testing/store-in-need.ts'
import { openFolder } from './folder.ts'

const run = promisify(execFile)
const script = join(import.meta.dirname, '../../testing/store-in-need.ts')
const nobody = 65_534

keepsTheFileStoreContract(async () => openFolder(join(await temporaryFolder(), 'files')))

test('a folder beside the store that begins like it is outside', async () => {
  const top = await temporaryFolder()
  const files = await openFolder(join(top, 'files'))
  await writeFile(join(top, 'files-of-others'), 'secret')
  await expect(files.find('../files-of-others')).rejects.toThrow('leads out')
})

test('after a failed attempt no draft lies about', async () => {
  const root = join(await temporaryFolder(), 'files')
  const files = await openFolder(root)
  await expect(files.keep('/nowhere/at/all', ['images/a.jpg'])).rejects.toBeInstanceOf(FilesFailed)
  await expect(files.write('../out', new Uint8Array(9))).rejects.toThrow()
  await files.write('a', new Uint8Array(9))
  await expect(files.write('a/b', new Uint8Array(9))).rejects.toBeInstanceOf(FilesFailed)
  expect(await readdir(join(root, '.temporary'))).toEqual([])
})

test('drafts older than the given moment are swept, younger ones stay', async () => {
  const root = join(await temporaryFolder(), 'files')
  const files = await openFolder(root)
  for (const [name, at] of [
    ['old', '2026-01-01'],
    ['young', '2026-01-03'],
  ] as const) {
    await writeFile(join(root, '.temporary', name), 'half')
    await utimes(join(root, '.temporary', name), new Date(at), new Date(at))
  }
  await files.sweepDrafts(new Date('2026-01-02'))
  expect(await readdir(join(root, '.temporary'))).toEqual(['young'])
})

test('an old draft that cannot be removed keeps no other, and is told', async () => {
  const root = join(await temporaryFolder(), 'files')
  const files = await openFolder(root)
  const longAgo = new Date('2026-01-01')
  await mkdir(join(root, '.temporary', 'a stuck one'))
  await writeFile(join(root, '.temporary', 'old'), 'half')
  for (const name of ['a stuck one', 'old']) await utimes(join(root, '.temporary', name), longAgo, longAgo)
  await expect(files.sweepDrafts(new Date('2026-01-02'))).rejects.toBeInstanceOf(FilesFailed)
  expect(await readdir(join(root, '.temporary'))).toEqual(['a stuck one'])
})

test('on a full disk nothing half is left, and as soon as there is room, files are kept again', async ({ skip }) => {
  skip(!(await canMount()), 'this machine does not let a test mount a small disk (unshare -rm)')
  const [disk, sources] = [await temporaryFolder(), await someSources()]
  // 600 KB in all, 300 KB of them taken by something that is removed half-way.
  const arranged = `mount -t tmpfs -o size=600k none "$0" && head -c 300000 /dev/zero > "$0/ballast" && exec "$@"`
  const { stdout } = await run('unshare', [
    '-rm',
    'sh',
    '-c',
    arranged,
    disk,
    process.execPath,
    script,
    join(disk, 'files'),
    ...sources,
    join(disk, 'ballast'),
  ])
  expect(JSON.parse(stdout) as NeedReport).toEqual({
    keep: 'full',
    write: 'full',
    keepAfterwards: 'done',
    find: 'done',
    drafts: [],
    kept: ['small.jpg'],
  })
})

test('on a disk that can only be read, keeping fails by name, and reading goes on', async ({ skip }) => {
  skip(!(await canMount()), 'this machine does not let a test mount a small disk (unshare -rm)')
  const [disk, sources] = [await temporaryFolder(), await someSources()]
  const arranged = `mount -t tmpfs none "$0" && mkdir -p "$0/files/.temporary" && mount -o remount,ro "$0" && exec "$@"`
  const { stdout } = await run('unshare', [
    '-rm',
    'sh',
    '-c',
    arranged,
    disk,
    process.execPath,
    script,
    join(disk, 'files'),
    ...sources,
  ])
  expect(JSON.parse(stdout) as NeedReport).toEqual({
    keep: 'failed',
    write: 'failed',
    keepAfterwards: 'failed',
    find: 'done',
    drafts: [],
    kept: [],
  })
})

test('in a folder that belongs to somebody else, keeping fails by name', async ({ skip }) => {
  const root = join(await temporaryFolder(), 'files')
  const sources = await someSources()
  await mkdir(join(root, '.temporary'), { recursive: true })
  // Root may write everywhere: then it is somebody else who tries.
  const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if ('uid' in identity) await chown(join(root, '.temporary'), nobody, nobody)
  await chmod(join(root, '..'), 0o755)
  await chmod(root, 0o555)
  const readable = await run(process.execPath, ['--check', script], { ...identity, cwd: '/' }).then(
    () => true,
    () => false,
  )
  skip(!readable, 'the user nobody cannot read this project')
  const { stdout } = await run(process.execPath, [script, root, ...sources], { ...identity, cwd: '/' })
  await chmod(root, 0o755)
  expect(JSON.parse(stdout) as NeedReport).toEqual({
    keep: 'failed',
    write: 'failed',
    keepAfterwards: 'failed',
    find: 'done',
    drafts: [],
    kept: [],
  })
})

/** A file of 1 MB and one of a few bytes, readable by everybody. */
async function someSources(): Promise<[string, string]> {
  const folder = await temporaryFolder()
  await chmod(folder, 0o755)
  const paths = [join(folder, 'large'), join(folder, 'small')] as [string, string]
  await writeFile(paths[0], new Uint8Array(1_000_000))
  await writeFile(paths[1], 'small')
  return paths
}

function canMount(): Promise<boolean> {
  return run('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs none /mnt']).then(
    () => true,
    () => false,
  )
}
