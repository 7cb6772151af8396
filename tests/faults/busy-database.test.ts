import { SiteProcess } from '#tests/support/site-process.ts'
import { AdminClient } from './admin-client.ts'
import { assert, photoBytes, waitForDerivatives, waitUntil, withoutSamples } from './site-fixture.ts'
import { runHardOnlyFaults } from './run-faults.ts'

runHardOnlyFaults('busy database', [
  {
    name: 'busy database · the write lock is held for 2 s: visitors are served, and the edit waits for the lock',
    async run({ site, client, projectId }) {
      const releaseLock = site.holdWriteLock()
      let isSaved = false
      const saved = client.saveText(projectId, 'name', 'Delayed', 1).finally(() => (isSaved = true))
      try {
        assert((await fetch(`${site.origin}/work`)).ok, 'a visitor was refused')
        assert(!isSaved, 'the visitor’s response arrived only after the edit')
        await new Promise((resolve) => setTimeout(resolve, 2_000))
      } finally {
        releaseLock()
      }
      assert((await saved).status === 200, 'the edit was not saved')
    },
  },
  {
    name: 'busy database · the write lock is not released: the edit is refused, and succeeds after the release',
    async run({ site, client, projectId }) {
      const releaseLock = site.holdWriteLock()
      try {
        const saved = await client.saveText(projectId, 'name', 'Delayed', 1)
        assert(saved.status === 503 && saved.text.includes('cannot be saved just now'), `returned ${saved.status}`)
        await waitUntil('the site is unhealthy', async () => (await client.request('/healthz')).status === 503)
        assert((await fetch(site.origin)).ok, 'a visitor was refused')
      } finally {
        releaseLock()
      }
      assert((await client.saveText(projectId, 'name', 'Delayed', 1)).status === 200, 'the edit was not saved')
    },
  },
  {
    name: 'busy database · two processes share one data folder',
    async run({ site, client, projectId, imageIds }) {
      const second = await SiteProcess.withDataOf(site, withoutSamples)
      await second.start()
      try {
        const other = await AdminClient.of(second)
        for (let n = 0; n < 20; n++) {
          const [one, two] = await Promise.all([
            client.moveImage(projectId, imageIds[n % 3] ?? '', ((n + 1) % 3) + 1),
            other.moveImage(projectId, imageIds[(n + 1) % 3] ?? '', 1),
          ])
          assert(one.status === 200 && two.status === 200, `returned ${one.status} and ${two.status}`)
        }
        for (const admin of [client, other]) {
          const { id } = await admin.upload(await photoBytes(240), 'same name.jpg')
          assert((await admin.addImage(projectId, id)).status === 200, 'an image was refused')
        }
        await waitForDerivatives(site)
      } finally {
        await second.stop()
      }
    },
  },
])
