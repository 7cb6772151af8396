import { chmod, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { isDescribed } from '#portfolio/studio/show.ts'
import { temporaryFolder } from '#testing/each-database.ts'
import { openEmbedded } from './embedded.ts'

const origin = 'http://localhost:3000'
const silent = { info: () => {}, warn: () => {}, error: () => {} }

test('in an empty folder everything is made, and only its owner may look into it', async () => {
  const dataDir = join(await temporaryFolder(), 'new', 'data')
  const machines = await openEmbedded({ dataDir, origin, databaseUrl: null }, silent)
  expect(await isDescribed(machines.parts)).toBe(false)
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toMatch(/^[\w-]{43}$/)
  await machines.close()
})

test('in a folder that others may look into, what is made is closed to them, and the folder stays as it is', async () => {
  const dataDir = await temporaryFolder()
  await chmod(dataDir, 0o755)
  await mkdir(join(dataDir, 'files'))
  await chmod(join(dataDir, 'files'), 0o755)
  const machines = await openEmbedded({ dataDir, origin, databaseUrl: null }, silent)
  await machines.parts.files.write('images/a.jpg', new Uint8Array([1]))
  await machines.parts.files.keep(join(dataDir, 'secret'), ['coverPhotos/a.jpg'])
  const modes: Record<string, string> = {}
  for (const path of ['.', ...(await readdir(dataDir)), 'files/.temporary', 'files/images', 'files/coverPhotos']) {
    modes[path] = ((await stat(join(dataDir, path))).mode & 0o777).toString(8)
  }
  await machines.close()
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

test('opened again, it has the same secret, and sessions go on', async () => {
  const dataDir = await temporaryFolder()
  const first = await openEmbedded({ dataDir, origin, databaseUrl: null }, silent)
  const secret = await readFile(join(dataDir, 'secret'), 'utf8')
  const entry = await first.parts.accounts.signUp('anna@example.com', 'teak and travertine', new Headers())
  await first.close()
  const second = await openEmbedded({ dataDir, origin, databaseUrl: null }, silent)
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(secret)
  const cookie = entry?.cookies.map((given) => given.split(';')[0]).join('; ') ?? ''
  expect(await second.parts.accounts.whoIs(new Headers({ cookie }))).toMatchObject({ email: 'anna@example.com' })
  await second.close()
})

test('the command for admins may open it while the site runs', async () => {
  const dataDir = await temporaryFolder()
  const [site, command] = await Promise.all([
    openEmbedded({ dataDir, origin, databaseUrl: null }, silent),
    openEmbedded({ dataDir, origin, databaseUrl: null }, silent),
  ])
  await command.parts.accounts.signUp('anna@example.com', 'teak and travertine', new Headers())
  expect(await site.parts.accounts.findByEmail('anna@example.com')).not.toBeNull()
  await command.close()
  await site.close()
})

test('four that start at once agree on one secret, and leave no draft of another', async () => {
  const dataDir = await temporaryFolder()
  const machines = await Promise.all(
    [1, 2, 3, 4].map(() => openEmbedded({ dataDir, origin, databaseUrl: null }, silent)),
  )
  const entry = await machines[0]?.parts.accounts.signUp('anna@example.com', 'teak and travertine', new Headers())
  const cookie = entry?.cookies.map((given) => given.split(';')[0]).join('; ') ?? ''
  for (const { parts } of machines) expect(await parts.accounts.whoIs(new Headers({ cookie }))).not.toBeNull()
  expect((await readdir(dataDir)).filter((name) => name.startsWith('secret'))).toEqual(['secret'])
  for (const { close } of machines) await close()
})

test('whoever waits for something to be made is called', async () => {
  const machines = await openEmbedded({ dataDir: await temporaryFolder(), origin, databaseUrl: null }, silent)
  let called = 0
  machines.parts.wake()
  machines.onWake(() => (called += 1))
  machines.parts.wake()
  expect(called).toBe(1)
  await machines.close()
})

test('a PostgreSQL that is named keeps the rows instead of the file', async () => {
  const dataDir = await temporaryFolder()
  const machines = await openEmbedded({ dataDir, origin, databaseUrl: inject('postgresUrl') }, silent)
  expect(await machines.parts.db.selectFrom('projects').selectAll().execute()).toEqual([])
  expect(await readdir(dataDir)).not.toContain('enfilade.db')
  await machines.close()
})
