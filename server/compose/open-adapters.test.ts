import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { isDescribed } from '#portfolio/studio/show.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { StoreMismatch } from '#server/database/match-store.ts'
import { openAdapters } from './open-adapters.ts'

const origin = 'http://localhost:3000'
const silent = { info: () => {}, warn: () => {}, error: () => {} }

test('a missing data folder is created with a secret, both readable only by their owner', async () => {
  const dataDir = join(await temporaryFolder(), 'new', 'data')
  const adapters = await openAdapters({ dataDir, origin, databaseUrl: null }, silent)
  expect(await isDescribed(adapters.ports)).toBe(false)
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toMatch(/^[\w-]{43}$/)
  await adapters.close()
})

test('in a folder that others may read, new files are private and the folder keeps its mode', async () => {
  const dataDir = await temporaryFolder()
  await chmod(dataDir, 0o755)
  await mkdir(join(dataDir, 'files'))
  await chmod(join(dataDir, 'files'), 0o755)
  const adapters = await openAdapters({ dataDir, origin, databaseUrl: null }, silent)
  await adapters.ports.files.write('images/a.jpg', new Uint8Array([1]))
  await adapters.ports.files.store(join(dataDir, 'secret'), ['coverPhotos/a.jpg'])
  const modes: Record<string, string> = {}
  for (const path of ['.', ...(await readdir(dataDir)), 'files/.temporary', 'files/images', 'files/coverPhotos']) {
    modes[path] = ((await stat(join(dataDir, path))).mode & 0o777).toString(8)
  }
  await adapters.close()
  expect(modes).toEqual({
    '.': '755',
    'enfilade.db': '600',
    'enfilade.db-shm': '600',
    'enfilade.db-wal': '600',
    files: '755',
    'files/.temporary': '700',
    'files/coverPhotos': '700',
    'files/images': '700',
    secret: '600',
    uploads: '700',
  })
})

test('a data folder opened again has the same secret, and its sessions stay valid', async () => {
  const dataDir = await temporaryFolder()
  const first = await openAdapters({ dataDir, origin, databaseUrl: null }, silent)
  const secret = await readFile(join(dataDir, 'secret'), 'utf8')
  const entry = await first.ports.accounts.signUp('anna@example.com', 'teak and travertine', new Headers())
  await first.close()
  const second = await openAdapters({ dataDir, origin, databaseUrl: null }, silent)
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(secret)
  const cookie = entry?.cookies.map((cookie) => cookie.split(';')[0]).join('; ') ?? ''
  expect(await second.ports.accounts.readSession(new Headers({ cookie }))).toMatchObject({ email: 'anna@example.com' })
  await second.close()
})

test('the admin command may open the data folder while the site runs', async () => {
  const dataDir = await temporaryFolder()
  const [site, command] = await Promise.all([
    openAdapters({ dataDir, origin, databaseUrl: null }, silent),
    openAdapters({ dataDir, origin, databaseUrl: null }, silent),
  ])
  await command.ports.accounts.signUp('anna@example.com', 'teak and travertine', new Headers())
  expect(await site.ports.accounts.findByEmail('anna@example.com')).not.toBeNull()
  await command.close()
  await site.close()
})

test('four simultaneous starts agree on one secret and leave no temporary file', async () => {
  const dataDir = await temporaryFolder()
  const adapters = await Promise.all(
    [1, 2, 3, 4].map(() => openAdapters({ dataDir, origin, databaseUrl: null }, silent)),
  )
  const entry = await adapters[0]?.ports.accounts.signUp('anna@example.com', 'teak and travertine', new Headers())
  const cookie = entry?.cookies.map((cookie) => cookie.split(';')[0]).join('; ') ?? ''
  for (const { ports } of adapters) expect(await ports.accounts.readSession(new Headers({ cookie }))).not.toBeNull()
  expect((await readdir(dataDir)).filter((name) => name.startsWith('secret'))).toEqual(['secret'])
  for (const { close } of adapters) await close()
})

test('onWake sets the function that wake calls', async () => {
  const adapters = await openAdapters({ dataDir: await temporaryFolder(), origin, databaseUrl: null }, silent)
  let called = 0
  adapters.ports.wake()
  adapters.onWake(() => (called += 1))
  adapters.ports.wake()
  expect(called).toBe(1)
  await adapters.close()
})

test('a configured PostgreSQL database replaces the SQLite file', async () => {
  const dataDir = await temporaryFolder()
  const adapters = await openAdapters({ dataDir, origin, databaseUrl: inject('postgresUrl') }, silent)
  expect(await adapters.ports.db.selectFrom('projects').selectAll().execute()).toEqual([])
  expect(await readdir(dataDir)).not.toContain('enfilade.db')
  await adapters.close()
})

test.each([
  ['missing', (path: string) => rm(path)],
  ['empty', (path: string) => truncate(path)],
])('if photos are stored, a database that is %s is refused, and nothing is created', async (state, damage) => {
  const dataDir = await temporaryFolder()
  const adapters = await openAdapters({ dataDir, origin, databaseUrl: null }, silent)
  await adapters.ports.files.write('Images/a.jpg', new Uint8Array([1]))
  await adapters.close()
  await damage(join(dataDir, 'enfilade.db'))
  await expect(openAdapters({ dataDir, origin, databaseUrl: null }, silent)).rejects.toThrow(StoreMismatch)
  expect(existsSync(join(dataDir, 'enfilade.db'))).toBe(state === 'empty')
  expect(existsSync(join(dataDir, 'files/Images/a.jpg'))).toBe(true)
})
