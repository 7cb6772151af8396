import { expect, test } from 'vitest'
import { FilesFailed, StoreFailed } from '#portfolio/parts.ts'
import { beat } from '#server/data/beat.ts'
import { eachDatabase, openHouse } from '#testing/each-database.ts'
import { healthDoor } from './health.ts'

eachDatabase('a site that can serve and write is healthy', async ({ parts }) => {
  const answer = await healthDoor({ parts, tryStore: () => beat(parts.db) }).request('/healthz')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe('ok')
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
})

eachDatabase('without its database it is not, and says so in a sentence', async ({ parts, connect, logged }) => {
  const gone = connect()
  await beat(gone)
  await gone.destroy()
  const answer = await healthDoor({ parts, tryStore: () => beat(gone) }).request('/healthz')
  expect(answer.status).toBe(503)
  expect(await answer.text()).toBe('the database cannot be written')
  expect(answer.headers.get('Retry-After')).toBe('5')
  expect(logged).toHaveLength(1)
})

test('without its disk it is not, and says so in a sentence', async () => {
  const { parts } = await openHouse('SQLite')
  const tryStore = () => beat(parts.db)
  const write = () => Promise.reject(new FilesFailed(new Error('ENOSPC: /secret/path'), true))
  const answer = await healthDoor({ parts: { ...parts, files: { ...parts.files, write } }, tryStore }).request(
    '/healthz',
  )
  expect(answer.status).toBe(503)
  expect(await answer.text()).toBe('files cannot be stored')
  expect(answer.headers.get('Retry-After')).toBe('5')
})

test('a database that takes no more is told from one that can be read', async () => {
  const { parts } = await openHouse('SQLite')
  const door = healthDoor({ parts, tryStore: () => Promise.reject(new StoreFailed(new Error('disk is full'), true)) })
  expect((await door.request('/healthz')).status).toBe(503)
})

eachDatabase('asking leaves nothing behind in the database', async ({ parts }) => {
  await Promise.all([beat(parts.db), beat(parts.db)])
  expect(await parts.db.selectFrom('authVerification').selectAll().execute()).toEqual([])
})

test('asked again at once it answers without writing again', async () => {
  const { parts } = await openHouse('SQLite')
  let tries = 0
  const door = healthDoor({ parts, tryStore: async () => void (tries += 1) })
  for (let asked = 0; asked < 5; asked++) await door.request('/healthz')
  expect(tries).toBe(1)
})
