import { accounts } from '#tests/support/accounts.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { assertSecondRefused } from './operator-mistakes.ts'
import { assert, clearRateLimits, photoBytes, waitForDerivatives, waitUntil } from './site-fixture.ts'
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
        assert(saved.status === 503 && saved.text.includes('cannot be saved right now'), `returned ${saved.status}`)
        await waitUntil('the site is unhealthy', async () => (await client.request('/healthz')).status === 503)
        assert((await fetch(site.origin)).ok, 'a visitor was refused')
      } finally {
        releaseLock()
      }
      assert((await client.saveText(projectId, 'name', 'Delayed', 1)).status === 200, 'the edit was not saved')
    },
  },
  {
    name: 'busy database · a second site is refused, and the operator’s commands succeed during edits',
    async run({ site, client, projectId, imageIds }) {
      let isDone = false
      const operations = Promise.all([grantAndRevoke(site), createResetLinks(site), assertSecondRefused(site)])
      const ended = operations.finally(() => (isDone = true))
      ended.catch(() => {})
      for (let n = 0; n < 20 || !isDone; n++) {
        const { status } = await client.moveImage(projectId, imageIds[n % 3] ?? '', ((n + 1) % 3) + 1)
        assert(status === 200, `returned ${status}`)
        clearRateLimits(site)
      }
      await ended
      const { id } = await client.upload(await photoBytes(240), 'same name.jpg')
      assert((await client.addImage(projectId, id)).status === 200, 'an image was refused')
      await waitForDerivatives(site)
      const order = site.sql<{ position: number }>(
        `select position from photos where place = 'gallery' and deletedAt is null order by position`,
      )
      assert(new Set(order.map(({ position }) => position)).size === 4, 'two images have the same position')
    },
  },
])

async function grantAndRevoke(site: SiteProcess): Promise<void> {
  const { email } = accounts.user
  for (let n = 0; n < 2; n++) {
    await site.runAdminCommand('grant', email, '--keep-password')
    assert((await site.runAdminCommand('list')).includes(email), 'the role was not granted')
    await site.runAdminCommand('revoke', email)
    assert(!(await site.runAdminCommand('list')).includes(email), 'the role was not revoked')
  }
}

async function createResetLinks(site: SiteProcess): Promise<void> {
  for (let n = 0; n < 8; n++) {
    const output = await site.runAdminCommand('reset', accounts.user.email)
    assert(output.includes(site.origin), `no link was printed: ${output}`)
  }
}
