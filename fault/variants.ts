import { readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault, Stage } from './fault.ts'
import { checkStore } from './soundness.ts'
import { allMade, bytesOf, must, until } from './stage.ts'

/** Files that are not what they were: found by the owner's command, and made again where they can be. */
export const variants: readonly Fault[] = [
  harmed('is missing', (file) => rm(file)),
  harmed('is empty', (file) => truncate(file, 0)),
  harmed('was cut off in the middle', async (file) => truncate(file, Math.floor((await readFile(file)).length / 2))),
  harmed('is full of noise', async (file) => writeFile(file, Buffer.alloc((await readFile(file)).length, 0x5a))),
  {
    name: 'original · one byte was flipped: it is said by name, and nothing is taken away',
    async try({ site }) {
      const [row] = site.sql<{ storageKey: string }>(`select storageKey from photos where place = 'gallery'`)
      const file = join(site.dataDir, 'files', row?.storageKey ?? '')
      const bytes = await readFile(file)
      const flipped = Buffer.from(bytes)
      flipped.writeUInt8(flipped.readUInt8(500) ^ 1, 500)
      await writeFile(file, flipped)
      const found = await checkStore(site.dataDir, '--repair')
      must(found.code !== 0 && found.said.includes(row?.storageKey ?? '?'), `nobody was told: ${found.said}`)
      must((await readFile(file)).equals(flipped), 'the original was changed')
      await writeFile(file, bytes)
    },
  },
  {
    name: 'original · one is missing: it is said, the page stays, and all is well once it is back',
    async try(stage) {
      const { site, imageIds, projectId } = stage
      const [row] = site.sql<{ storageKey: string }>('select storageKey from photos where id = ?', imageIds[0] ?? '')
      const original = join(site.dataDir, 'files', row?.storageKey ?? '')
      await rename(original, `${site.dataDir}/aside`)
      await rm(await firstVariant(stage))
      const found = await checkStore(site.dataDir, '--repair')
      must(found.code !== 0 && /original .* is missing/.test(found.said), `nobody was told: ${found.said}`)
      await wake(stage)
      await until('the log says it', () => site.log.includes('is missing'))
      must((await fetch(`${site.origin}/projects/${projectId}`)).ok, 'the page is gone with it')
      await rename(`${site.dataDir}/aside`, original)
      must((await checkStore(site.dataDir, '--repair')).code === 0, 'not repaired')
      // The next try is due in five minutes.
      site.sql(`update photos set dueAt = '2000-01-01' where state = 'waiting'`)
      await makeNow(stage)
    },
  },
]

function harmed(what: string, harm: (file: string) => Promise<unknown>): Fault {
  return {
    name: `variant · one ${what}: it is said, and made again while the site runs`,
    async try(stage) {
      const { site } = stage
      const file = await firstVariant(stage)
      const address = `/photos/${file.split('/derivatives/')[1] ?? ''}`
      const before = await readFile(file)
      await harm(file)
      const page = await fetch(site.origin)
      must(page.ok, 'the page is gone with it')
      must((await checkStore(site.dataDir)).code !== 0, 'nobody was told')
      const repaired = await checkStore(site.dataDir, '--repair')
      must(repaired.code === 0, `not repaired: ${repaired.said}`)
      await makeNow(stage)
      const answer = await fetch(site.origin + address)
      must(answer.ok, `${address} is answered ${answer.status}`)
      must(Buffer.from(await answer.arrayBuffer()).equals(before), 'it is not what it was')
    },
  }
}

async function firstVariant({ site, imageIds }: Stage): Promise<string> {
  const folder = join(site.dataDir, 'files', 'derivatives', imageIds[0] ?? '')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const [file] = entries.filter((entry) => entry.name.endsWith('.webp'))
  must(file !== undefined, 'the base has no variants')
  return join(file.parentPath, file.name)
}

// The clock looks once a minute by itself; whatever else is hung wakes it at once.
async function makeNow(stage: Stage): Promise<void> {
  await wake(stage)
  await allMade(stage.site)
}

async function wake({ hand, projectId }: Stage): Promise<void> {
  const { id } = await hand.upload(await bytesOf(260), 'wakes.jpg')
  must((await hand.addImage(projectId, id)).status === 200, 'an image was refused')
}
