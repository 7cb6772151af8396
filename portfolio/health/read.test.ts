import { expect } from 'vitest'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { collectionFact } from '#portfolio/photo/collect.ts'
import { done } from '#portfolio/result.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testGallery, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { backupFact, type BackupFact } from './overdue-backup.ts'
import { clockFact } from './clock.ts'
import { recordFact } from './fact.ts'
import { readHealth } from './read.ts'

const hour = 60 * 60_000

const healthOf = async ({ ports }: TestBackend, space: { free: number; total: number } | null = null) =>
  expectOk(
    await asOperator(ports, async ({ tx }, admin) => done(await readHealth(tx, admin, { now: ports.now(), space }))),
  )

eachDatabase('a new site has no problems', async (backend) => {
  await testProject(backend)
  backend.advance(48 * hour)
  expect(await healthOf(backend)).toEqual({
    disk: null,
    clock: { pausedForMs: 0, jump: null, needsAttention: false },
    backup: { last: null, isOverdue: false, needsAttention: false },
    collection: null,
    photos: { unshown: [], making: 0, again: 0, total: 0, needsAttention: false },
    storeId: null,
    timeZone: 'Europe/London',
  })
})

eachDatabase('an almost full disk, a clock that jumped and a refused collection need attention', async (backend) => {
  const { ports } = backend
  await recordFact(ports, clockFact, { pausedForMs: 1, jump: null })
  await recordFact(ports, collectionFact, { refused: true, files: 30, total: 40 })
  const { disk, clock, collection } = await healthOf(backend, { free: 49, total: 1_000 })
  expect(disk).toEqual({ free: 49, total: 1_000, reserved: 50, needsAttention: true })
  expect([clock.needsAttention, collection?.needsAttention]).toEqual([true, true])
  expect((await healthOf(backend, { free: 50, total: 1_000 })).disk?.needsAttention).toBe(false)
})

eachDatabase(
  'a missing, old, incomplete or failed backup needs attention; one on the same disk does not',
  async (backend) => {
    const { ports, advance } = backend
    await testProject(backend)
    advance(48 * hour + 1)
    expect((await healthOf(backend)).backup).toMatchObject({ isOverdue: true, needsAttention: true })
    const good: BackupFact = {
      succeededAt: ports.now().toISOString(),
      folder: '/mnt/backup',
      sameDisk: false,
      databaseIncluded: false,
      missing: 0,
      failure: null,
    }
    for (const [change, needsAttention] of [
      [{}, false],
      [{ sameDisk: true }, false],
      [{ missing: 1 }, true],
      [{ failure: { at: ports.now().toISOString(), message: 'No space.' } }, true],
    ] as const) {
      await recordFact(ports, backupFact, { ...good, ...change })
      expect((await healthOf(backend)).backup).toMatchObject({ isOverdue: false, needsAttention })
    }
    advance(48 * hour + 1)
    expect((await healthOf(backend)).backup.isOverdue).toBe(true)
  },
)

eachDatabase(
  'photos that failed or have waited for over an hour are counted by project; removed ones are not',
  async (backend) => {
    const { ports, advance } = backend
    const { imageIds } = await testGallery(backend, 4)
    const [first = '', second = '', third = ''] = imageIds
    const update = (id: string, columns: object) =>
      ports.db.updateTable('photos').set(columns).where('id', '=', id).execute()
    await update(first, { state: 'failed', failure: 'missing' })
    await update(second, { state: 'failed', deletedAt: ports.now().toISOString() })
    await update(third, { state: 'ready', made: '800' })
    expect((await healthOf(backend)).photos.unshown).toEqual([
      { project: 'Thrown', failed: 1, waiting: 0, reasons: ['its file is missing'] },
    ])
    advance(hour + 1)
    expect((await healthOf(backend)).photos).toEqual({
      unshown: [{ project: 'Thrown', failed: 1, waiting: 1, reasons: ['its file is missing'] }],
      making: 1,
      again: 0,
      total: 3,
      needsAttention: true,
    })
  },
)
