import { expect } from 'vitest'
import { recordFact } from './fact.ts'
import { backupFact } from './overdue-backup.ts'
import { showHealth } from './show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testGallery } from '#tests/support/backend/project-fixtures.ts'

eachDatabase('the time of a failed backup is shown in the time zone of the studio', async ({ ports }) => {
  const failure = { at: '2026-03-08T07:00:00.000Z', message: 'the disk is full.' }
  const backup = { succeededAt: null, folder: null, sameDisk: false, missing: 0, databaseIncluded: true, failure }
  await recordFact(ports, backupFact, backup)
  const sentences = async () => {
    const input = { now: ports.now(), space: null, mail: null, origin: 'http://localhost', version: '0' }
    const { lines } = await showHealth(ports.db, input)
    return lines.find(({ part }) => part === 'Backup')?.sentences.map(({ text }) => text)
  }
  expect(await sentences()).toContain('It failed on 8 Mar 2026, 07:00: the disk is full')
  await ports.db.insertInto('studioTexts').values({ key: 'timeZone', text: 'America/New_York', version: 1 }).execute()
  expect(await sentences()).toContain('It failed on 8 Mar 2026, 03:00: the disk is full')
})

eachDatabase('one sentence says how many photos have been derived again since an update', async (backend) => {
  const { ports } = backend
  const { imageIds } = await testGallery(backend, 3)
  const update = (ids: readonly string[], columns: object) =>
    ports.db.updateTable('photos').set(columns).where('id', 'in', ids).execute()
  await update(imageIds, { state: 'ready', made: '90' })
  await update(imageIds.slice(1), { state: 'waiting', recipe: 'v2' })
  const { lines } = await showHealth(ports.db, {
    now: ports.now(),
    space: null,
    mail: null,
    origin: 'http://localhost',
    version: '0',
  })
  expect(lines.find(({ part }) => part === 'Pictures')?.sentences).toContainEqual({
    text: '1 of 3 pictures made again since the last update; the others are shown as before',
  })
})
