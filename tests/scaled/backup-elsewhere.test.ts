import { expect, inject, onTestFinished, test } from 'vitest'
import { connectToBucket } from '#server/storage/bucket-requests.ts'
import { AdminClient } from '#tests/faults/admin-client.ts'
import { fillSite, withoutSamples } from '#tests/faults/site-fixture.ts'
import { createBucketOnSharedServer } from '#tests/support/object-store/create-bucket-on-shared-server.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { openScaledSite } from '#tests/support/scaled/scaled-site.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'

test('two processes with PostgreSQL and a bucket both show that one of them is making a backup, and no second one starts', async () => {
  const backups = await createBucketOnSharedServer()
  const requests = connectToBucket(backups)
  onTestFinished(requests.close)
  const database = await createPostgresDatabase(inject('postgresUrl'))
  const site = await openScaledSite(database, 2, { ...withoutSamples, BACKUP_DIR: `s3://${backups.name}` })
  onTestFinished(site.close)
  const [one, other] = site.processes as [SiteProcess, SiteProcess]
  const { cookie } = await fillSite(site)
  const [here, elsewhere] = [one, other].map((process) => Object.assign(new AdminClient(process), { cookie }))
  const page = async () => (await elsewhere?.request('/studio/health'))?.text()
  const start = (client = here) => client?.post('/studio/health.data', { intent: 'back-up' })
  expect(await page()).toContain('Back up now')

  // A backup waits while another site is removing contents.
  await requests.put('removing/another-site', Buffer.from(''))
  await start()
  await expect.poll(page).toContain('A backup is being made.')
  expect(await page()).not.toContain('Back up now')
  await start(elsewhere)
  await expect.poll(() => other.log).toContain('no backup was started, because another process is making one')
  await requests.delete('removing/another-site')
  await expect.poll(() => one.log).toContain('backup made')
  await expect.poll(page).toContain('Back up now')
  expect(other.log).not.toContain('backup made')

  await start(elsewhere)
  await expect.poll(() => other.log).toContain('backup made')
})
