import { expect } from 'vitest'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testProject } from '#tests/support/backend/project-fixtures.ts'
import { listProjects } from './project/show.ts'
import { readSnapshot } from './snapshot.ts'

eachDatabase('a snapshot does not see later changes, and does not delay them', async (backend) => {
  const { db } = backend.ports
  await testProject(backend, 'Earlier')
  const names = async (database: typeof db) => (await listProjects({ db: database })).map(({ name }) => name)
  await readSnapshot(db, async (snapshot) => {
    expect(await names(snapshot)).toEqual(['Earlier'])
    await testProject(backend, 'Later')
    expect(await names(db)).toEqual(['Earlier', 'Later'])
    expect(await names(snapshot)).toEqual(['Earlier'])
  })
  await readSnapshot(db, async (snapshot) => expect(await names(snapshot)).toEqual(['Earlier', 'Later']))
})

eachDatabase('a snapshot refuses to write, and ends after an error', async (backend) => {
  const { db } = backend.ports
  const id = await testProject(backend)
  const write = readSnapshot(db, (snapshot) =>
    snapshot.updateTable('projects').set({ name: 'Changed' }).where('id', '=', id).execute(),
  )
  await expect(write).rejects.toThrow('the database failed')
  expect(await listProjects({ db })).toMatchObject([{ name: 'Thrown' }])
  expect(await readSnapshot(db, (snapshot) => listProjects({ db: snapshot }))).toHaveLength(1)
})
