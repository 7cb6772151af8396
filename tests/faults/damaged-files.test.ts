import { readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault, FaultContext } from './fault.ts'
import { checkStore } from './check-store.ts'
import { waitForDerivatives, photoBytes, assert, waitUntil } from './site-fixture.ts'
import { runHardOnlyFaults } from './run-faults.ts'

/** `check-store` reports damaged files and repairs derivatives. */
runHardOnlyFaults('damaged files', [
  damagedDerivative('is missing', (file) => rm(file)),
  damagedDerivative('is empty', (file) => truncate(file, 0)),
  damagedDerivative('is truncated to half its size', async (file) =>
    truncate(file, Math.floor((await readFile(file)).length / 2)),
  ),
  damagedDerivative('has other bytes', async (file) =>
    writeFile(file, Buffer.alloc((await readFile(file)).length, 0x5a)),
  ),
  {
    name: 'original · one bit is flipped: the file is reported and left unchanged',
    async run({ site }) {
      const [row] = site.sql<{ storageKey: string }>(`select storageKey from photos where place = 'gallery'`)
      const file = join(site.dataDir, 'files', row?.storageKey ?? '')
      const bytes = await readFile(file)
      const flipped = Buffer.from(bytes)
      flipped.writeUInt8(flipped.readUInt8(500) ^ 1, 500)
      await writeFile(file, flipped)
      const found = await checkStore(site.dataDir, '--repair')
      assert(found.code !== 0 && found.output.includes(row?.storageKey ?? '?'), `nothing was reported: ${found.output}`)
      assert((await readFile(file)).equals(flipped), 'the original was changed')
      await writeFile(file, bytes)
    },
  },
  {
    name: 'original · a file is missing: it is reported, the page still works, and derivatives are created once it is back',
    async run(context) {
      const { site, imageIds, projectId } = context
      const [row] = site.sql<{ storageKey: string }>('select storageKey from photos where id = ?', imageIds[0] ?? '')
      const original = join(site.dataDir, 'files', row?.storageKey ?? '')
      await rename(original, `${site.dataDir}/aside`)
      await rm(await findFirstDerivative(context))
      const found = await checkStore(site.dataDir, '--repair')
      assert(found.code !== 0 && /original .* is missing/.test(found.output), `nothing was reported: ${found.output}`)
      await wakeScheduler(context)
      await waitUntil('the log reports the missing file', () => site.log.includes('is missing'))
      assert((await fetch(`${site.origin}/projects/${projectId}`)).ok, 'the page is not served')
      await rename(`${site.dataDir}/aside`, original)
      assert((await checkStore(site.dataDir, '--repair')).code === 0, 'not repaired')
      // The next attempt would be due in 5 minutes.
      site.sql(`update photos set dueAt = '2000-01-01' where state = 'waiting'`)
      await deriveNow(context)
    },
  },
])

function damagedDerivative(state: string, damage: (file: string) => Promise<unknown>): Fault {
  return {
    name: `derivative · a file ${state}: it is reported and recreated while the site runs`,
    async run(context) {
      const { site } = context
      const file = await findFirstDerivative(context)
      const address = `/photos/${file.split('/derivatives/')[1] ?? ''}`
      const before = await readFile(file)
      await damage(file)
      const page = await fetch(site.origin)
      assert(page.ok, 'the page is not served')
      assert((await checkStore(site.dataDir)).code !== 0, 'nothing was reported')
      const repaired = await checkStore(site.dataDir, '--repair')
      assert(repaired.code === 0, `not repaired: ${repaired.output}`)
      await deriveNow(context)
      const response = await fetch(site.origin + address)
      assert(response.ok, `${address} returned ${response.status}`)
      assert(Buffer.from(await response.arrayBuffer()).equals(before), 'the recreated file differs')
    },
  }
}

async function findFirstDerivative({ site, imageIds }: FaultContext): Promise<string> {
  const folder = join(site.dataDir, 'files', 'derivatives', imageIds[0] ?? '')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const [file] = entries.filter((entry) => entry.name.endsWith('.jpg'))
  assert(file !== undefined, 'the base data folder has no JPEG derivatives')
  return join(file.parentPath, file.name)
}

// The scheduler runs once a minute, or at once when a photo is attached.
async function deriveNow(context: FaultContext): Promise<void> {
  await wakeScheduler(context)
  await waitForDerivatives(context.site)
}

async function wakeScheduler({ client, projectId }: FaultContext): Promise<void> {
  const { id } = await client.upload(await photoBytes(260), 'wakes.jpg')
  assert((await client.addImage(projectId, id)).status === 200, 'an image was refused')
}
