import { expect } from 'vitest'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { expireMessages } from '#portfolio/contact/expire.ts'
import { sendMessage } from '#portfolio/contact/send.ts'
import { removeImages } from '#portfolio/gallery/edit.ts'
import { expireRemoved } from '#portfolio/photo/expire.ts'
import { removeProject } from '#portfolio/project/edit.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testGallery, testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { watchClock } from './watch-clock.ts'

const dayMs = 24 * 60 * 60_000
const message = { firstName: 'Ada', lastName: 'L', email: 'ada@example.com', subject: 'A shop', message: 'Empty.' }

/** Sends a message and removes an image, a cover and a project: four things that expire. */
async function createExpiring(backend: TestBackend): Promise<void> {
  const { ports } = backend
  expectOk(await sendMessage(ports, message, '192.0.2.1'))
  const { projectId, imageIds } = await testGallery(backend, 1)
  for (const name of ['old.jpg', 'new.jpg']) await testPhoto(backend, projectId, name, { place: 'cover' })
  const other = await testProject(backend, 'Other')
  expectOk(
    await asOperator(ports, async (unit, admin) => {
      await removeProject(unit, admin, { id: other })
      return removeImages(unit, admin, { projectId, photoIds: imageIds })
    }),
  )
}

async function countExpired({ ports }: TestBackend): Promise<number> {
  const before = await ports.db.selectFrom('projects').select('id').execute()
  const expired = (await expireMessages(ports)) + (await expireRemoved(ports))
  return expired + before.length - (await ports.db.selectFrom('projects').select('id').execute()).length
}

for (const [name, isNoticed] of [
  ['before the next check', false],
  ['after the next check', true],
] as const)
  eachDatabase(
    `what is sent or removed while the clock is behind, ${name}, is kept for the full time`,
    async (backend) => {
      const { ports, advance, shiftClock } = backend
      const check = watchClock(ports)
      await check()
      shiftClock(-400 * dayMs)
      if (isNoticed) await check()
      await createExpiring(backend)
      shiftClock(400 * dayMs)
      expect(await countExpired(backend)).toBe(0)
      advance(29 * dayMs)
      expect(await countExpired(backend)).toBe(0)
      advance(3 * dayMs)
      expect(await countExpired(backend)).toBe(3)
      advance(340 * dayMs)
      expect(await countExpired(backend)).toBe(1)
    },
  )

eachDatabase('a start with a clock that is behind pauses deletions and does not shorten retention', async (backend) => {
  const { ports, shiftClock } = backend
  await watchClock(ports)()
  shiftClock(-400 * dayMs)
  expect(await watchClock(ports)()).toBeNull()
  await createExpiring(backend)
  shiftClock(400 * dayMs)
  expect(await countExpired(backend)).toBe(0)
})

eachDatabase('a clock that was ahead does not prolong retention once it is corrected', async (backend) => {
  const { ports, advance, shiftClock } = backend
  const check = watchClock(ports)
  await check()
  shiftClock(400 * dayMs)
  await check()
  shiftClock(-400 * dayMs)
  for (const isNoticed of [false, true]) {
    if (isNoticed) await check()
    await createExpiring(backend)
  }
  advance(32 * dayMs)
  expect(await countExpired(backend)).toBe(6)
})

eachDatabase('after a pause, the current time is trusted', async (backend) => {
  const { ports, advance, shiftClock } = backend
  const check = watchClock(ports)
  await check()
  shiftClock(-400 * dayMs)
  expect(await check()).toBeNull()
  advance(7 * dayMs)
  expect(await check()).toEqual(ports.now())
  await createExpiring(backend)
  advance(32 * dayMs)
  expect(await countExpired(backend)).toBe(3)
})
