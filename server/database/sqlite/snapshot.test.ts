import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createChangeReader } from '#portfolio/changes.ts'
import { done } from '#portfolio/result.ts'
import { inTransaction } from '#portfolio/transaction.ts'
import { clockFact, trustedClock } from '#portfolio/health/clock.ts'
import { readFact, recordFact } from '#portfolio/health/fact.ts'
import { queueMail } from '#portfolio/mail/queue-mail.ts'
import { openDataFolder } from '#tests/support/site-data/data-folder.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { testGallery } from '#tests/support/backend/project-fixtures.ts'
import { createSession } from '#tests/support/test-server.ts'
import { openSqlite } from './sqlite.ts'
import { listOriginals, createSnapshot } from './snapshot.ts'

test('a snapshot contains no sessions and no e-mails with one-time links, but keeps those about messages', async () => {
  const { dataDir, backend } = await openDataFolder()
  const ports = { ...backend.ports, mailConfigured: true }
  await createSession(backend)
  const [{ token } = { token: '' }] = await ports.db.selectFrom('authSession').select('token').execute()
  await inTransaction(ports, async (unit) => {
    for (const kind of ['reset', 'invitation', 'confirmation'] as const)
      await queueMail(unit, { kind, to: 'anna@example.com', subject: 'S', text: `secret link of ${kind}` })
    await queueMail(unit, { kind: 'enquiry', to: 'anna@example.com', subject: 'S', text: 'a message' })
    return done()
  })
  const copy = join(await temporaryFolder(), 'copy.db')
  createSnapshot(join(dataDir, 'enfilade.db'), copy, new Date(0))
  const content = await readFile(copy, 'latin1')
  expect(token).not.toBe('')
  for (const text of [token, 'secret link']) expect(content).not.toContain(text)
  expect(content).toContain('a message')
})

test('a snapshot has no private links, and pauses the publications that are scheduled in it', async () => {
  const { dataDir, backend } = await openDataFolder()
  const { db, now } = backend.ports
  const { projectId } = await testGallery(backend, 1)
  const at = now().toISOString()
  const link = { id: 'link', projectId, recipient: 'Mr Lind', expiresAt: at, createdAt: at, lastOpenedAt: null }
  await db.insertInto('privateLinks').values(link).execute()
  await recordFact(backend.ports, clockFact, trustedClock)
  const clockIn = async (name: string) => {
    const copy = join(await temporaryFolder(), name)
    createSnapshot(join(dataDir, 'enfilade.db'), copy, new Date(0))
    const copied = openSqlite(copy)
    expect(await copied.selectFrom('privateLinks').select('id').execute()).toEqual([])
    return (await readFact(copied, clockFact))?.value
  }
  expect(await clockIn('unscheduled.db')).toEqual(trustedClock)
  await db.updateTable('projects').set({ publishAt: at }).execute()
  expect(await clockIn('scheduled.db')).toEqual({ ...trustedClock, publishingPaused: true })
})

test('a snapshot has a change history of its own, so that pages do not mistake changes after a restore for changes they already have', async () => {
  const { dataDir, backend } = await openDataFolder()
  const copy = join(await temporaryFolder(), 'copy.db')
  createSnapshot(join(dataDir, 'enfilade.db'), copy, new Date(0))
  const [history, number] = backend.ports.events.edition().split('.')
  const copied = await createChangeReader(openSqlite(copy)).readCounter()
  expect(copied).toEqual({ history: expect.stringMatching(/^[0-9a-f]{12}$/), number: Number(number) })
  expect(copied.history).not.toBe(history)
})

test('a snapshot keeps a removed photo that an image still shows, and can be made from a database without the column `formerId`', async () => {
  const { dataDir, backend } = await openDataFolder()
  const { db } = backend.ports
  const { imageIds } = await testGallery(backend, 3)
  const [former = '', next = '', removed = ''] = imageIds
  await db.updateTable('photos').set({ deletedAt: '2026-11-20' }).where('id', 'in', [former, removed]).execute()
  await db.updateTable('photos').set({ formerId: former }).where('id', '=', next).execute()
  const idsIn = async (name: string) => {
    const copy = join(await temporaryFolder(), name)
    createSnapshot(join(dataDir, 'enfilade.db'), copy, new Date('2026-11-22'))
    return listOriginals(copy).map(({ photoId }) => photoId)
  }
  const kept = await idsIn('copy.db')
  expect(kept).toEqual(expect.arrayContaining([former, next]))
  expect(kept).not.toContain(removed)
  const inBin = { deletedAt: '2026-11-23', removalId: 'removal' }
  await db.updateTable('photos').set(inBin).where('id', '=', next).execute()
  expect(await idsIn('bin.db')).toEqual(expect.arrayContaining([former, next]))
  await db.updateTable('photos').set({ deletedAt: null, removalId: null }).where('id', '=', next).execute()
  await sql`drop index "formerPhotos"`.execute(db)
  await sql`alter table "photos" drop column "formerId"`.execute(db)
  const keptBefore = await idsIn('older.db')
  expect(keptBefore).toContain(next)
  expect(keptBefore).not.toContain(former)
})
