import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { killWorkerDuring } from '#tests/support/images/kill-worker.ts'
import { runHardOnlyFaults } from './run-faults.ts'
import { assert, photoBytes, waitForDerivatives } from './site-fixture.ts'

runHardOnlyFaults('image processes', [
  {
    name: 'image process · killed while it examines an upload: the client is told to retry, and the photo is added',
    async run({ site, client, projectId }) {
      const { id } = await client.upload(await photoBytes(242), 'killed.jpg')
      const examine = () => client.request(`/uploads/${id}/examination`, { method: 'POST' })
      const { status, headers } = await killWorkerDuring(examine, site.pid)
      assert(status === 503 && headers.get('Retry-After') === '5', `the examination returned ${status}`)
      assert((await examine()).status === 200, 'the second examination failed')
      assert((await client.addImage(projectId, id)).status === 200, 'an image was refused')
      await waitForDerivatives(site)
    },
  },
  {
    name: 'file store · the folder of temporary files is removed while the site runs: photos are still stored',
    async run({ site, client, projectId }) {
      await rm(join(site.dataDir, 'files', '.temporary'), { recursive: true })
      const { id } = await client.upload(await photoBytes(243), 'stored.jpg')
      assert((await client.addImage(projectId, id)).status === 200, 'an image was refused')
      await waitForDerivatives(site)
    },
  },
  {
    name: 'derivatives · all files of a photo are removed while the site runs: the first requests get 404, and they are recreated',
    async run({ site, imageIds }) {
      const folder = join(site.dataDir, 'files', 'derivatives', imageIds[0] ?? '')
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      const statuses = () =>
        Promise.all(
          paths.map(async (path) => (await fetch(`${site.origin}/photos/${path.split('/derivatives/')[1]}`)).status),
        )
      await rm(folder, { recursive: true })
      assert(
        (await statuses()).every((status) => status === 404),
        'a missing file was served',
      )
      // A photo is queued for one missing width at a time.
      let found = await statuses()
      for (let attempt = 0; attempt < 10 && found.includes(404); attempt++) {
        await waitForDerivatives(site)
        found = await statuses()
      }
      assert(
        found.every((status) => status === 200),
        `the derivatives returned ${found.join()}`,
      )
    },
  },
])
