import { rm } from 'node:fs/promises'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { AdminClient } from './admin-client.ts'
import type { Fault } from './fault.ts'
import { runFaults } from './run-faults.ts'
import { assert, assertVisitorsUnaffected, photoBytes, waitUntil, withoutSamples } from './site-fixture.ts'
import { copyDataFolder, fill, launchOnFullDisk, launchOnSmallDisk, pathInSite, smallDiskBytes } from './small-disk.ts'

/** Less than the reserved 5 %, but enough for the database. */
const freeBytes = Math.floor(smallDiskBytes / 40)

runFaults('almost full disk', [
  almostFull('everything', 'whole data folder'),
  almostFull('files', 'originals and derivatives only'),
  {
    name: 'disk full · a site starts, with its log on the full disk, and recovers',
    needs: 'unshare',
    async run(context) {
      await context.site.kill()
      const site = await SiteProcess.withDataOf(context.site, withoutSamples, launchOnFullDisk)
      // Resolves when the site is healthy, so only after space is freed.
      const started = site.start()
      try {
        const isServed = () =>
          fetch(site.origin).then(
            (response) => response.ok,
            () => false,
          )
        await waitUntil('pages are served', isServed, 900_000)
        await assertVisitorsUnaffected({ ...context, site })
        const health = await fetch(`${site.origin}/healthz`)
        assert(health.status === 503, `on a full disk, /healthz returned ${health.status}`)
        await rm(pathInSite(site, 'filler'))
        await started
        const edit = await (await AdminClient.logIn(site)).saveText(context.projectId, 'name', 'With space', 1)
        assert(edit.status === 200, `afterwards an edit returned ${edit.status}`)
      } finally {
        await site.kill()
      }
    },
  },
])

function almostFull(part: 'everything' | 'files', name: string): Fault {
  return {
    name: `disk almost full · ${name}: uploads and derivatives are stopped, everything else keeps working`,
    needs: 'unshare',
    launch: launchOnSmallDisk(part),
    folderOf: ({ site }) => copyDataFolder(site),
    async run(context) {
      const { site, client, projectId, imageIds } = context
      const bytes = await photoBytes(230)
      const complete = await client.upload(bytes, 'complete.jpg')
      const incomplete = await client.createUpload(bytes.length, 'incomplete.jpg')
      const freeSpace = await fill(pathInSite(site, ...(part === 'files' ? ['files'] : [])), freeBytes)
      for (const refused of [await client.sendPart(incomplete.id, 0, bytes), await createUpload(client)]) {
        assert(refused.status === 507, `an upload returned ${refused.status}`)
        assert(
          refused.text === 'The storage is full. The picture was not added.',
          `the admin was shown: ${refused.text}`,
        )
      }
      const admin = await AdminClient.logIn(site)
      const edit = await admin.saveText(projectId, 'name', 'Still edited', 1)
      assert(edit.status === 200, `an edit returned ${edit.status}`)
      const added = await admin.addImage(projectId, complete.id)
      assert(added.status === 200, `attaching a complete upload returned ${added.status}`)
      const removed = await admin.removeImage(projectId, imageIds[2] ?? '')
      assert(removed.status === 200, `removing an image returned ${removed.status}`)
      assert((await client.request('/healthz')).ok, 'the site is not healthy')
      await assertVisitorsUnaffected(context)
      assert((await countShown(context)) === 2, 'a derivative was stored')
      assert(!site.output.includes('photo could not be derived'), 'deriving a photo was attempted')
      await freeSpace()
      assert((await client.sendPart(incomplete.id, 0, bytes)).status === 204, 'the upload could not be continued')
      assert((await client.addImage(projectId, incomplete.id)).status === 200, 'the upload could not be attached')
      await waitUntil('both photos have derivatives', async () => (await countShown(context)) === 4, 600_000)
    },
  }
}

async function createUpload(client: AdminClient): Promise<{ status: number; text: string }> {
  const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '1000' }
  const response = await client.request('/uploads', { method: 'POST', headers })
  return { status: response.status, text: await response.text() }
}

/** The number of photos on the page of the project. */
async function countShown({ site, projectId }: Parameters<Fault['run']>[0]): Promise<number> {
  const page = await (await fetch(`${site.origin}/projects/${projectId}`)).text()
  return new Set([...page.matchAll(/\/photos\/([0-9a-f-]{36})\//g)].map(([, id]) => id)).size
}
