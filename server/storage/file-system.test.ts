import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { FileStoreFailed } from '#portfolio/ports.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { testFileStore } from '#tests/support/file-store-contract.ts'
import type { WriterReport } from '#tests/support/programs/file-store-writer.ts'
import { openFileSystemStore } from './file-system.ts'

const run = promisify(execFile)
const script = join(import.meta.dirname, '../../tests/support/programs/file-store-writer.ts')
const unprivilegedId = 65_534

testFileStore(async () => openFileSystemStore(join(await temporaryFolder(), 'files')))

test('a key that leads to a sibling of the store, whose path begins with the same characters, is refused', async () => {
  const top = await temporaryFolder()
  const files = await openFileSystemStore(join(top, 'files'))
  await writeFile(join(top, 'files-of-others'), 'secret')
  await expect(files.stat('../files-of-others')).rejects.toThrow('leads out')
})

test('a file behind a symbolic link is not found, and writing it replaces the link', async () => {
  const root = join(await temporaryFolder(), 'files')
  const files = await openFileSystemStore(root)
  await files.write('originals/a.jpg', Buffer.from('private'))
  await symlink('originals', join(root, 'linked'))
  const links = {
    'public.jpg': 'originals/a.jpg',
    'out.jpg': '/etc/hostname',
    'gone.jpg': 'nowhere',
    'loop.jpg': 'loop.jpg',
  }
  for (const [name, target] of Object.entries(links)) await symlink(target, join(root, name))
  for (const key of ['linked/a.jpg', ...Object.keys(links)]) {
    expect(await files.stat(key), key).toBeNull()
    expect(await files.open(key), key).toBeNull()
    expect(await files.withLocalCopy(key, async (path) => path), key).toBeNull()
  }
  await files.write('public.jpg', Buffer.from('derived again'))
  expect(await files.stat('public.jpg')).toMatchObject({ bytes: 13 })
  expect(await files.stat('originals/a.jpg')).toMatchObject({ bytes: 7 })
})

test('the folder of the store may itself be a symbolic link', async () => {
  const top = await temporaryFolder()
  await mkdir(join(top, 'disk'))
  await symlink('disk', join(top, 'files'))
  const files = await openFileSystemStore(join(top, 'files'))
  await files.write('a.jpg', Buffer.from('one'))
  expect(await files.stat('a.jpg')).toMatchObject({ bytes: 3 })
})

test('the folder of temporary files is created again when it is missing', async () => {
  const root = join(await temporaryFolder(), 'files')
  const files = await openFileSystemStore(root)
  const source = join(root, 'source')
  await writeFile(source, 'one')
  for (const work of [
    () => files.write('a.jpg', Buffer.from('one')),
    () => files.store(source, ['b.jpg']),
    () => files.expireTemporaryFiles(new Date()),
    () => files.countTemporaryFiles(new Date()),
  ]) {
    await rm(join(root, '.temporary'), { recursive: true, force: true })
    await work()
  }
  expect([await files.stat('a.jpg'), await files.stat('b.jpg')]).toMatchObject([{ bytes: 3 }, { bytes: 3 }])
})

test('a failed write leaves no temporary file', async () => {
  const root = join(await temporaryFolder(), 'files')
  const files = await openFileSystemStore(root)
  await expect(files.store('/nowhere/at/all', ['images/a.jpg'])).rejects.toBeInstanceOf(FileStoreFailed)
  await expect(files.write('../out', new Uint8Array(9))).rejects.toThrow()
  await files.write('a', new Uint8Array(9))
  await expect(files.write('a/b', new Uint8Array(9))).rejects.toBeInstanceOf(FileStoreFailed)
  expect(await readdir(join(root, '.temporary'))).toEqual([])
})

test('temporary files older than the given time expire', async () => {
  const root = join(await temporaryFolder(), 'files')
  const files = await openFileSystemStore(root)
  for (const [name, at] of [
    ['old', '2026-01-01'],
    ['recent', '2026-01-03'],
  ] as const) {
    await writeFile(join(root, '.temporary', name), 'partial')
    await utimes(join(root, '.temporary', name), new Date(at), new Date(at))
  }
  await files.expireTemporaryFiles(new Date('2026-01-02'))
  expect(await readdir(join(root, '.temporary'))).toEqual(['recent'])
})

test('a temporary file that cannot be deleted does not stop the deletion of others, and its error is thrown', async () => {
  const root = join(await temporaryFolder(), 'files')
  const files = await openFileSystemStore(root)
  const longAgo = new Date('2026-01-01')
  await mkdir(join(root, '.temporary', 'stuck'))
  await writeFile(join(root, '.temporary', 'old'), 'partial')
  for (const name of ['stuck', 'old']) await utimes(join(root, '.temporary', name), longAgo, longAgo)
  await expect(files.expireTemporaryFiles(new Date('2026-01-02'))).rejects.toBeInstanceOf(FileStoreFailed)
  expect(await readdir(join(root, '.temporary'))).toEqual(['stuck'])
})

test('a full disk leaves no partial file, and files can be stored again once there is space', async ({ skip }) => {
  skip(!(await canMount()), 'mounting a file system needs unshare -rm')
  const [disk, sources] = [await temporaryFolder(), await createSources()]
  // The disk has 600 KB; 300 KB of them are used by a file that the program deletes between its calls.
  const setUp = `mount -t tmpfs -o size=600k none "$0" && head -c 300000 /dev/zero > "$0/filler" && exec "$@"`
  const { stdout } = await run('unshare', [
    '-rm',
    'sh',
    '-c',
    setUp,
    disk,
    process.execPath,
    script,
    join(disk, 'files'),
    ...sources,
    join(disk, 'filler'),
  ])
  expect(JSON.parse(stdout) as WriterReport).toEqual({
    store: 'full',
    write: 'full',
    storeSmall: 'done',
    stat: 'done',
    temporaryFiles: [],
    images: ['small.jpg'],
  })
})

test('on a read-only disk, storing throws FileStoreFailed, and reading works', async ({ skip }) => {
  skip(!(await canMount()), 'mounting a file system needs unshare -rm')
  const [disk, sources] = [await temporaryFolder(), await createSources()]
  const setUp = `mount -t tmpfs none "$0" && mkdir -p "$0/files/.temporary" && mount -o remount,ro "$0" && exec "$@"`
  const { stdout } = await run('unshare', [
    '-rm',
    'sh',
    '-c',
    setUp,
    disk,
    process.execPath,
    script,
    join(disk, 'files'),
    ...sources,
  ])
  expect(JSON.parse(stdout) as WriterReport).toEqual({
    store: 'failed',
    write: 'failed',
    storeSmall: 'failed',
    stat: 'done',
    temporaryFiles: [],
    images: [],
  })
})

test('in a folder of another user, storing throws FileStoreFailed', async ({ skip }) => {
  const root = join(await temporaryFolder(), 'files')
  const sources = await createSources()
  await mkdir(join(root, '.temporary'), { recursive: true })
  // Root may write everywhere, so the program runs as another user.
  const identity = process.getuid?.() === 0 ? { uid: unprivilegedId, gid: unprivilegedId } : {}
  if ('uid' in identity) await chown(join(root, '.temporary'), unprivilegedId, unprivilegedId)
  await chmod(join(root, '..'), 0o755)
  await chmod(root, 0o555)
  const readable = await run(process.execPath, ['--check', script], { ...identity, cwd: '/' }).then(
    () => true,
    () => false,
  )
  skip(!readable, 'the other user cannot read this project')
  const { stdout } = await run(process.execPath, [script, root, ...sources], { ...identity, cwd: '/' })
  await chmod(root, 0o755)
  expect(JSON.parse(stdout) as WriterReport).toEqual({
    store: 'failed',
    write: 'failed',
    storeSmall: 'failed',
    stat: 'done',
    temporaryFiles: [],
    images: [],
  })
})

/** Creates a file of 1 MB and one of a few bytes, readable by all users. */
async function createSources(): Promise<[string, string]> {
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
