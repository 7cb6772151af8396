import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '#testing/each-database.ts'
import { openEmbedded } from './embedded.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

// A file system without hard links.
vi.mock(import('node:fs/promises'), async (load) => ({
  ...(await load()),
  link: () => Promise.reject(Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })),
}))

test('a secret that cannot be given its name stops the start with what the system said, and leaves no draft', async () => {
  const dataDir = await temporaryFolder()
  const opening = openEmbedded({ dataDir, origin: 'http://localhost:3000', databaseUrl: null }, silent)
  await expect(opening).rejects.toThrow('EPERM')
  expect(await readdir(dataDir)).toEqual([])
})

test('a start that finds its secret makes no other', async () => {
  const dataDir = await temporaryFolder()
  await writeFile(join(dataDir, 'secret'), 'x'.repeat(43))
  const machines = await openEmbedded({ dataDir, origin: 'http://localhost:3000', databaseUrl: null }, silent)
  await machines.close()
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('x'.repeat(43))
})
