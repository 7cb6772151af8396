import { expect, test } from 'vitest'
import { FilesFailed } from '#portfolio/parts.ts'
import { isDescribed } from '#portfolio/studio/show.ts'
import { eachDatabase, openHouse } from '#testing/each-database.ts'
import { healthDoor } from './health.ts'

eachDatabase('a site that can serve and write is healthy', async ({ parts }) => {
  const answer = await healthDoor(parts).request('/healthz')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe('ok')
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
})

eachDatabase('without its database it is not, and says so in a sentence', async ({ parts, connect, logged }) => {
  const gone = connect()
  await isDescribed({ db: gone })
  await gone.destroy()
  const answer = await healthDoor({ ...parts, db: gone }).request('/healthz')
  expect(answer.status).toBe(503)
  expect(await answer.text()).toBe('the database cannot be written')
  expect(logged).toHaveLength(1)
})

test('without its disk it is not, and says so in a sentence', async () => {
  const { parts } = await openHouse('SQLite')
  const write = () => Promise.reject(new FilesFailed(new Error('ENOSPC: /secret/path'), true))
  const answer = await healthDoor({ ...parts, files: { ...parts.files, write } }).request('/healthz')
  expect(answer.status).toBe(503)
  expect(await answer.text()).toBe('files cannot be stored')
})
