import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { filesBelow, openDataFolder } from '#tests/support/site-data/data-folder.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { BackupRefused } from './backup-refused.ts'
import { restoreBackup, withTemporaryFolder } from './restore.ts'

const disk = vi.hoisted(() => ({ unreadable: '' }))

// Simulates a file that cannot be read, even by root: reading a folder fails with EISDIR.
vi.mock(import('./copy-file.ts'), async (load) => {
  const real = await load()
  return { ...real, copyFile: (from, to) => real.copyFile(from === disk.unreadable ? dirname(from) : from, to) }
})

vi.mock(import('node:fs/promises'), async (load) => {
  const real = await load()
  return { ...real, rm: vi.fn(real.rm) }
})

test('a backup with an unreadable photo is restored without it if the operator accepts it', async () => {
  const { original, backUp } = await openDataFolder()
  const { folder: backup } = await backUp()
  disk.unreadable = join(backup, original)
  const options = { hasOtherDatabase: false, acceptDamaged: false }
  const restored = join(await temporaryFolder(), 'data')
  const refusal = await restoreBackup(backup, restored, options).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(BackupRefused)
  expect((refusal as Error).message).toBe(
    `${original} in the backup cannot be read. The option --damaged restores the other files.`,
  )
  const { missing } = await restoreBackup(backup, restored, { ...options, acceptDamaged: true })
  expect(missing).toEqual([{ path: original, reason: 'unreadable' }])
  const files = await filesBelow(restored)
  expect(files).not.toContain(original)
  expect(files).toContain('enfilade.db')
})

test('the mark of a temporary folder is deleted last, so that a restore deletes the folder after a kill', async () => {
  const folder = await temporaryFolder()
  let mark = ''
  await withTemporaryFolder(join(folder, 'data'), async (temporary) => {
    mark = (await readdir(temporary))[0] ?? ''
    await mkdir(join(temporary, 'backup'))
    await writeFile(join(temporary, 'zip'), '')
    vi.mocked(rm).mockClear()
  })
  expect(vi.mocked(rm).mock.calls.map(([path]) => basename(String(path)))).toEqual(['backup', 'zip', mark])
  expect(await readdir(folder)).toEqual([])
})

const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0

test.runIf(canMount)(
  'a mount point is refused, but not a folder in it, even if a symbolic link leads to it',
  async () => {
    const { backUp } = await openDataFolder()
    const { folder: backup } = await backUp()
    const mounted = await temporaryFolder()
    const script = `mount -t tmpfs none "$0" && mkdir "$0/a" "$0/b" && mount --bind "$0/a" "$0/b" || exit
    DATA_DIR="$0/b" "$@"
    umount "$0/b" && rmdir "$0/a" "$0/b"
    DATA_DIR="$0" "$@"
    mkdir "$0/restored" && ln -s "$0" "$0.link"
    DATA_DIR="$0.link/restored" "$@"
    rm "$0.link"
    ls "$0" "$0/restored"`
    const command = [process.execPath, '--no-warnings', 'tools/restore.ts', backup]
    const { stdout } = spawnSync('unshare', ['-rm', 'sh', '-c', script, mounted, ...command], { encoding: 'utf8' })
    expect(stdout).toMatch(
      /^(\S+ is a mount point: .+\n){2}Restored and verified: .+\n\S+:\nrestored\n\n\S+:\nenfilade\.db\nfiles\nsecret\n$/,
    )
  },
)
