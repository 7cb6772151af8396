import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { readOrCreateSecret, WeakSecret } from './secret.ts'

// Simulates a file system without hard links.
vi.mock(import('node:fs/promises'), async (load) => ({
  ...(await load()),
  link: () => Promise.reject(Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })),
}))

const warn = vi.fn()

test('when the secret cannot be created, the system error is thrown and no temporary file is left', async () => {
  const folder = await temporaryFolder()
  await expect(readOrCreateSecret(join(folder, 'secret'), { warn }, true)).rejects.toThrow('EPERM')
  expect(await readdir(folder)).toEqual([])
})

test('an existing secret is read and not replaced', async () => {
  const path = join(await temporaryFolder(), 'secret')
  await writeFile(path, 'x'.repeat(43))
  expect(await readOrCreateSecret(path, { warn }, true)).toBe('x'.repeat(43))
  expect(await readFile(path, 'utf8')).toBe('x'.repeat(43))
})

test('a short secret is refused', async () => {
  const path = join(await temporaryFolder(), 'secret')
  await writeFile(path, `${'x'.repeat(42)}\n`)
  await expect(readOrCreateSecret(path, { warn }, true)).rejects.toThrow(WeakSecret)
})

test('a secret that other users can read causes a warning', async () => {
  const path = join(await temporaryFolder(), 'secret')
  await writeFile(path, 'x'.repeat(43), { mode: 0o600 })
  warn.mockClear()
  await readOrCreateSecret(path, { warn }, true)
  expect(warn).not.toHaveBeenCalled()
  await chmod(path, 0o644)
  await readOrCreateSecret(path, { warn }, true)
  const sentence = 'other users of this machine can read the secret: run chmod 600'
  expect(warn).toHaveBeenCalledWith(sentence, { path, mode: '100644' })
})
