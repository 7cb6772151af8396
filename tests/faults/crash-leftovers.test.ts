import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runHardOnlyFaults } from './run-faults.ts'
import { assert, photoBytes, waitForDerivatives } from './site-fixture.ts'

runHardOnlyFaults('crash leftovers', [
  {
    name: 'leftovers · a partial upload, a temporary file and a partial copy of the secret do not affect a restart',
    async run({ site, client, projectId }) {
      await site.kill()
      await mkdir(join(site.dataDir, 'files', '.temporary'), { recursive: true })
      for (const path of ['files/.temporary/cut', 'uploads/0123', 'uploads/0123.json', 'secret.cut']) {
        await writeFile(join(site.dataDir, path), '{"half')
      }
      await site.start()
      const { id } = await client.upload(await photoBytes(241), 'next.jpg')
      assert((await client.addImage(projectId, id)).status === 200, 'an image was refused')
      await waitForDerivatives(site)
    },
  },
  {
    name: 'leftovers · garbage at the end of the write-ahead log: no acknowledged edit is lost',
    async run({ site, client, projectId }) {
      assert((await client.saveText(projectId, 'name', 'Before', 1)).status === 200, 'an edit was refused')
      await site.kill()
      // A power failure can only damage what follows the last acknowledged write.
      const log = join(site.dataDir, 'enfilade.db-wal')
      await writeFile(log, Buffer.alloc(3_000, 7), { flag: 'a' })
      await rm(`${site.dataDir}/enfilade.db-shm`, { force: true })
      await site.start()
      const [row] = site.sql<{ name: string }>('select name from projects')
      assert(row?.name === 'Before', `an acknowledged edit is lost: ${row?.name}`)
    },
  },
])
