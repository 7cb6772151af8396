import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault, Stage } from './fault.ts'
import { breakCalls, fill, onSmallDisk, remount, rescued, seenBy } from './small-disk.ts'
import { bytesOf, must, until } from './stage.ts'

/** More than a database in use has left over in files that are there already. */
const longText = 'Lime plaster, oak and travertine. '.repeat(280)

/** What must hold while a disk is in trouble, and afterwards. */
interface Trouble {
  readonly stage: Stage
  /** The status that wishes of this kind must be answered with. */
  readonly told: { readonly edit?: number; readonly upload?: number; readonly image?: number }
  readonly isUnwell: boolean
}

export const disks: readonly Fault[] = [
  full('everything', 'disk full · the whole data folder', { edit: 507, upload: 507 }, ['']),
  full('database', 'disk full · the database alone', { edit: 507 }, ['']),
  full('files', 'disk full · originals and variants alone', { image: 507 }, ['files']),
  full('uploads', 'disk full · uploads alone', { upload: 507 }, ['uploads']),
  {
    name: 'disk full · a variant finds no room, and is made when there is some',
    needs: 'unshare',
    launch: onSmallDisk('files'),
    folderOf: ({ site }) => rescued(site),
    async try({ site, hand, projectId }) {
      const { id } = await hand.upload(await bytesOf(2400, 1600), 'large.jpg')
      const { size } = await stat(join(site.dataDir, 'uploads', id))
      // Room for the original, for none of what is made of it.
      const free = await fill(seenBy(site, 'files'), size + 70_000)
      must((await hand.addImage(projectId, id)).status === 200, 'the original was not taken')
      await until('the clock meets the full disk', () => site.output.includes('a photograph could not be made'))
      await free()
      site.sql(`update photos set dueAt = '2000-01-01' where state = 'waiting'`)
      const stateOf = () => site.sql<{ state: string }>('select state from photos where uploadId = ?', id)[0]?.state
      must(stateOf() === 'waiting', `the photograph is ${stateOf()}`)
      const second = await hand.upload(await bytesOf(95), 'wakes.jpg')
      must((await hand.addImage(projectId, second.id)).status === 200, 'a second image was not taken')
      await until('the photograph is made', () => stateOf() === 'ready', 60_000)
    },
  },
  ...(['files', 'uploads'] as const).map(readOnly),
  broken('EIO when the database is written down', 'fdatasync,fsync', 'EIO', { edit: 503 }),
  broken('a read-only disk under the database', 'pwrite64', 'EROFS', { edit: 503 }),
  broken('ENOSPC from the database’s own write', 'pwrite64', 'ENOSPC', { edit: 507 }),
]

/** A disk is filled to its last byte; then there is room again. */
function full(
  part: 'everything' | 'database' | 'files' | 'uploads',
  name: string,
  told: Trouble['told'],
  at: string[],
): Fault {
  return {
    name,
    needs: 'unshare',
    launch: onSmallDisk(part),
    folderOf: ({ site }) => rescued(site),
    async try(stage) {
      const free = await fill(seenBy(stage.site, ...at))
      await inTrouble({ stage, told, isUnwell: part !== 'uploads' })
      await free()
      await wellAgain(stage)
    },
  }
}

function readOnly(part: 'files' | 'uploads'): Fault {
  return {
    name: `disk read-only · ${part}`,
    needs: 'unshare',
    launch: onSmallDisk(part),
    folderOf: ({ site }) => rescued(site),
    async try(stage) {
      await remount(stage.site, part, 'ro')
      await inTrouble({ stage, told: part === 'files' ? { image: 503 } : { upload: 503 }, isUnwell: part === 'files' })
      await remount(stage.site, part, 'rw')
      await wellAgain(stage)
    },
  }
}

function broken(what: string, calls: string, error: string, told: Trouble['told']): Fault {
  return {
    name: `failing disk · ${what}`,
    needs: 'strace',
    async try(stage) {
      const mend = await breakCalls(stage.site, calls, error)
      try {
        await inTrouble({ stage, told, isUnwell: true })
      } finally {
        await mend()
      }
      await wellAgain(stage)
    },
  }
}

/** Visitors notice nothing; the admin is told, and nothing is half done. */
async function inTrouble({ stage, told, isUnwell }: Trouble): Promise<void> {
  const { hand, projectId } = stage
  await visitorsNoticeNothing(stage)
  if (told.edit) {
    const edit = await hand.saveText(projectId, 'details', longText, 1)
    must(edit.status === told.edit, `an edit was answered ${edit.status}`)
    // What breaks under the commit may stand after the next start; a full disk has taken nothing.
    const words = told.edit === 507 ? /storage is full/ : /not known whether this was saved/
    must(words.test(edit.said), `the admin was told: ${edit.said.slice(0, 500)}`)
  }
  if (told.upload) {
    const upload = await hand.upload(await bytesOf(600, 900), 'more.jpg')
    must(upload.status === told.upload, `an upload was answered ${upload.status}`)
  }
  if (told.image) {
    const upload = await hand.upload(await bytesOf(210), 'more.jpg')
    const image = await hand.addImage(projectId, upload.id)
    must(image.status === told.image, `an image was answered ${image.status}`)
    must(/storage is full|cannot be stored just now/.test(image.said), 'the admin was not told in words')
  }
  await until(`health ${isUnwell ? 'tells the fault' : 'is well'}`, async () => {
    const health = await hand.ask('/healthz')
    return isUnwell ? health.status === 503 && /cannot be/.test(await health.text()) : health.ok
  })
  await visitorsNoticeNothing(stage)
}

async function visitorsNoticeNothing({ site, projectId, imageIds }: Stage): Promise<void> {
  for (const path of ['/', '/work', `/projects/${projectId}`, '/contact']) {
    const answer = await fetch(site.origin + path)
    must(answer.status === 200, `a visitor of ${path} was answered ${answer.status}`)
    const page = await answer.text()
    const [photo] = /\/photos\/[^" ,]+\.webp/.exec(page) ?? []
    if (path.startsWith('/projects/')) must(photo !== undefined, 'the page shows no photograph')
    if (photo) must((await fetch(site.origin + photo)).ok, `a visitor does not get ${photo}`)
  }
  must(imageIds.length === 3, 'the base has three images')
}

/** It goes on by itself: the same wishes are granted. */
async function wellAgain(stage: Stage): Promise<void> {
  const { hand, projectId } = stage
  await until('the site is well again', async () => (await hand.ask('/healthz')).ok)
  const edit = await hand.saveText(projectId, 'details', longText, 1)
  must(edit.status === 200, `afterwards an edit was answered ${edit.status}: ${edit.said.slice(0, 200)}`)
  const upload = await hand.upload(await bytesOf(220), 'after.jpg')
  const image = await hand.addImage(projectId, upload.id)
  must(image.status === 200, `afterwards an image was answered ${image.status}`)
  await until('the image is made', async () => {
    const page = await (await fetch(`${stage.site.origin}/projects/${projectId}`)).text()
    return (page.match(/<img/g) ?? []).length >= 4
  })
}
