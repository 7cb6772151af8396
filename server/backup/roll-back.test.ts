import { link, readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { showProject } from '#portfolio/project/show.ts'
import { openDataFolder, openBackendIn } from '#tests/support/site-data/data-folder.ts'
import { testProject } from '#tests/support/project-fixtures.ts'
import { copyBeforeUpdate } from './copy-before-update.ts'
import { copiesFolder, listCopies } from './kept-copies.ts'
import { rollBack } from './roll-back.ts'
import { readWriterVersion } from '#server/database/sqlite-snapshot.ts'

const now = new Date('2026-11-21T09:00:00Z')
const removedBefore = new Date(0)

/** A data folder with a copy of its database, and a project that was created after the copy. */
async function updatedSite() {
  const { dataDir, backend, projectId } = await openDataFolder()
  const { db } = backend.ports
  const row = { id: 's', userId: 'u', token: 't', createdAt: '', updatedAt: '', expiresAt: '' }
  await db
    .insertInto('authUser')
    .values({ id: 'u', name: 'A', email: 'a@example.com', emailVerified: 0, createdAt: '', updatedAt: '' } as never)
    .execute()
  await db
    .insertInto('authSession')
    .values(row as never)
    .execute()
  await copyBeforeUpdate(dataDir, readWriterVersion(join(dataDir, 'enfilade.db')), now)
  const laterId = await testProject(backend, 'Later')
  await db.destroy()
  return { dataDir, projectId, laterId }
}

const input = { name: null, now: new Date(now.getTime() + 60_000), removedBefore }

test('a roll-back restores what was there before the update, without sessions, and can be undone', async () => {
  const { dataDir, projectId, laterId } = await updatedSite()
  const { replaced, copy } = await rollBack({ ...input, dataDir })
  expect(copy.madeAt).toEqual(now)
  const { ports } = await openBackendIn(dataDir)
  expect(await showProject(ports, projectId, 'admins')).not.toBeNull()
  expect(await showProject(ports, laterId, 'admins')).toBeNull()
  expect(await ports.db.selectFrom('authSession').select('id').execute()).toEqual([])
  await ports.db.destroy()
  expect(await readdir(copiesFolder(dataDir))).toEqual([replaced])

  await rollBack({ ...input, dataDir, name: replaced, now: new Date(now.getTime() + 120_000) })
  const { ports: again } = await openBackendIn(dataDir)
  expect(await showProject(again, laterId, 'admins')).not.toBeNull()
})

test('without a copy, with a damaged one and beside an open database nothing is changed', async () => {
  const { dataDir, laterId } = await updatedSite()
  await expect(rollBack({ ...input, dataDir, name: '../enfilade.db' })).rejects.toThrow(
    /^There is no \.\.\/enfilade\.db in /,
  )
  const other = new DatabaseSync(join(dataDir, 'enfilade.db'))
  onTestFinished(() => {
    if (other.isOpen) other.close()
  })
  other.exec('select 1 from "projects"; begin; select * from "projects"')
  await expect(rollBack({ ...input, dataDir })).rejects.toThrow(/^Another process uses the database .+: stop it/)
  other.close()
  const [copy] = await listCopies(dataDir)
  await truncate(join(copiesFolder(dataDir), copy?.name ?? ''), 8_192)
  await expect(rollBack({ ...input, dataDir })).rejects.toThrow(/^The copy enfilade-.+ is damaged: /)
  const { ports } = await openBackendIn(dataDir)
  expect(await showProject(ports, laterId, 'admins')).not.toBeNull()
})

test('a roll-back that was killed before its last step is repeated', async () => {
  const { dataDir, laterId } = await updatedSite()
  await link(
    join(dataDir, 'enfilade.db'),
    join(copiesFolder(dataDir), 'enfilade-0.1.0-0020-2026-11-21T09-00-30-000Z.replaced.db'),
  )
  await rollBack({ ...input, dataDir })
  const { ports } = await openBackendIn(dataDir)
  expect(await showProject(ports, laterId, 'admins')).toBeNull()
})
