import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Site } from '#e2e/site.ts'
import type { Fault, Stage } from './fault.ts'
import { Hand } from './hand.ts'
import { findUnsound } from './soundness.ts'
import { allMade, bytesOf, emptyHouse, forgetTries, must } from './stage.ts'
import { clockOff, withinReach } from './strike.ts'

const run = promisify(execFile)
const day = 24 * 60 * 60_000

/** The machine around the site: other processes, its clock, its backups. */
export const moments: readonly Fault[] = [
  {
    name: 'busy database · the lock is held for two seconds: it waits, and nobody notices',
    async try({ site, hand, projectId }) {
      const letGo = site.holdWriteLock()
      const saved = hand.saveText(projectId, 'name', 'Patient', 1)
      const begun = performance.now()
      must((await fetch(`${site.origin}/work`)).ok, 'a visitor noticed')
      must(performance.now() - begun < 1_500, 'a visitor waited for the lock')
      await wait(2_000)
      letGo()
      must((await saved).status === 200, 'the edit was not saved')
    },
  },
  {
    name: 'busy database · the lock is held for eight seconds: the admin is told, and it goes on',
    async try({ site, hand, projectId }) {
      const letGo = site.holdWriteLock()
      try {
        const saved = await hand.saveText(projectId, 'name', 'Patient', 1)
        must(saved.status === 503 && saved.said.includes('cannot be saved just now'), `answered ${saved.status}`)
        must((await hand.ask('/healthz')).status === 503, 'health did not notice')
        must((await fetch(site.origin)).ok, 'a visitor noticed')
      } finally {
        letGo()
      }
      must((await hand.saveText(projectId, 'name', 'Patient', 1)).status === 200, 'it did not go on')
    },
  },
  {
    name: 'two processes · on one data folder, both used at once',
    async try(stage) {
      const { site, hand, projectId, imageIds } = stage
      const second = await Site.over(site, emptyHouse)
      await second.start()
      try {
        const other = await Hand.of(second)
        for (let n = 0; n < 20; n++) {
          const [one, two] = await Promise.all([
            hand.moveImage(projectId, imageIds[n % 3] ?? '', ((n + 1) % 3) + 1),
            other.moveImage(projectId, imageIds[(n + 1) % 3] ?? '', 1),
          ])
          must(one.status === 200 && two.status === 200, `answered ${one.status} and ${two.status}`)
        }
        for (const by of [hand, other]) {
          const { id } = await by.upload(await bytesOf(240), 'same name.jpg')
          must((await by.addImage(projectId, id)).status === 200, 'an image was refused')
        }
        await allMade(site)
      } finally {
        await second.stop()
      }
    },
  },
  clock('ten years ahead', 10 * 365 * day),
  clock('a year back', -365 * day),
  {
    name: 'backup · while it is written to: restored elsewhere, it is whole and runs',
    async try(stage) {
      const { site, hand, projectId } = stage
      const into = await mkdtemp(join(tmpdir(), 'enfilade-backups-'))
      try {
        let busy = true
        const writing = keepWriting(stage, () => busy)
        const env = { ...process.env, DATA_DIR: site.dataDir }
        try {
          for (let n = 0; n < 3; n++) await run(process.execPath, ['tools/backup.ts', into], { env })
        } finally {
          busy = false
          await writing
        }
        for (const name of (await readdir(into)).sort()) {
          const restored = join(into, `${name} restored`)
          await run(process.execPath, ['tools/restore.ts', join(into, name)], { env: { ...env, DATA_DIR: restored } })
          const unsound = await findUnsound(restored)
          must(unsound.length === 0, unsound.join(', '))
          await opens(restored, projectId)
        }
        must((await hand.ask('/healthz')).ok, 'the site that was backed up is not well')
      } finally {
        await rm(into, { recursive: true, force: true })
      }
    },
  },
  {
    name: 'left over · half an upload, a draft and half a secret from a crash stand in nobody’s way',
    async try({ site, hand, projectId }) {
      await site.kill()
      await mkdir(join(site.dataDir, 'files', '.temporary'), { recursive: true })
      for (const path of ['files/.temporary/cut', 'uploads/0123', 'uploads/0123.json', 'secret.cut']) {
        await writeFile(join(site.dataDir, path), '{"half')
      }
      await site.start()
      const { id } = await hand.upload(await bytesOf(241), 'next.jpg')
      must((await hand.addImage(projectId, id)).status === 200, 'an image was refused')
      await allMade(site)
    },
  },
  {
    name: 'left over · the write-ahead log was cut short by a crash of the machine',
    async try({ site, hand, projectId }) {
      must((await hand.saveText(projectId, 'name', 'Before', 1)).status === 200, 'an edit was refused')
      await site.kill()
      // What the machine had not written down yet: never more than what follows the last acknowledged change.
      const log = join(site.dataDir, 'enfilade.db-wal')
      await writeFile(log, Buffer.alloc(3_000, 7), { flag: 'a' })
      await rm(`${site.dataDir}/enfilade.db-shm`, { force: true })
      await site.start()
      const [row] = site.sql<{ name: string }>('select name from projects')
      must(row?.name === 'Before', `an acknowledged edit is gone: ${row?.name}`)
    },
  },
]

function clock(name: string, ms: number): Fault {
  return {
    name: `clock · ${name}, and back again: nobody’s work is swept or stuck`,
    async try({ site, hand, projectId }) {
      const before = await hand.upload(await bytesOf(250), 'before.jpg')
      await site.kill()
      const off = await Site.over(site, { ...emptyHouse, ...clockOff(ms) }, withinReach)
      await off.start()
      try {
        const other = await Hand.of(off)
        const { id } = await other.upload(await bytesOf(251), 'during.jpg')
        must((await other.addImage(projectId, id)).status === 200, 'an image was refused')
        must((await other.saveText(projectId, 'name', 'Out of time', 1)).status === 200, 'an edit was refused')
        await allMade(off)
      } finally {
        await off.kill()
      }
      await site.start()
      const again = await Hand.of(site)
      must((await again.saveText(projectId, 'name', 'In time', 2)).status === 200, 'an edit was refused afterwards')
      const hung = await again.addImage(projectId, before.id)
      if (ms < 0) must(hung.status === 200, `what was sent before was answered ${hung.status}`)
      else must([200, 404].includes(hung.status), `what was sent before was answered ${hung.status}`)
      await allMade(site)
    },
  }
}

/** Edits and adds without a pause. */
async function keepWriting({ site, hand, projectId, imageIds }: Stage, goesOn: () => boolean): Promise<void> {
  for (let n = 1; goesOn(); n++) {
    forgetTries(site)
    const saved = await hand.saveText(projectId, 'details', `Version ${n}.`, n)
    must(saved.status === 200, `an edit was answered ${saved.status}`)
    await hand.moveImage(projectId, imageIds[n % 3] ?? '', 1)
    const { id } = await hand.upload(await bytesOf(300 + (n % 50)), `busy-${n}.jpg`)
    await hand.addImage(projectId, id)
  }
}

async function opens(dataDir: string, projectId: string): Promise<void> {
  const site = await Site.open(dataDir, emptyHouse)
  try {
    must((await fetch(`${site.origin}/projects/${projectId}`)).ok, 'the project is not in the backup')
    must((await (await Hand.of(site)).ask('/create')).ok, 'the admin is not in the backup')
  } finally {
    await site.close()
  }
}
