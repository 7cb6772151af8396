import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault, FaultContext } from './fault.ts'
import {
  failSystemCalls,
  fill,
  launchOnSmallDisk,
  remount,
  copyDataFolder,
  pathInSite,
  smallDiskBytes,
} from './small-disk.ts'
import { assertVisitorsUnaffected, photoBytes, assert, waitUntil } from './site-fixture.ts'
import { runHardOnlyFaults } from './run-faults.ts'

/** Too long for the free pages of the database file, so that the file has to grow. */
const longText = 'Lime plaster, oak and travertine. '.repeat(280)

/** How the site must behave while a disk fails. */
interface Degradation {
  readonly context: FaultContext
  /** An upload that was complete before the disk failed. */
  readonly uploadId?: string
  /** The status of each kind of request; a kind without a status is not sent. */
  readonly expected: { readonly edit?: number; readonly upload?: number; readonly image?: number }
  readonly isUnhealthy: boolean
}

runHardOnlyFaults('failing disks', [
  diskFull('everything', 'disk full · whole data folder', { edit: 507, upload: 507 }, ['']),
  diskFull('database', 'disk full · database only', { edit: 507 }, ['']),
  diskFull('files', 'disk full · originals and derivatives only', { upload: 507, image: 507 }, ['files']),
  diskFull('uploads', 'disk full · uploads only', { upload: 507 }, ['uploads']),
  {
    name: 'disk full · a derivative does not fit: it is created once there is space',
    needs: 'unshare',
    launch: launchOnSmallDisk('files'),
    folderOf: ({ site }) => copyDataFolder(site),
    async run({ site, client, projectId }) {
      const { id } = await client.upload(await photoBytes(2400, 1600), 'large.jpg')
      const { size } = await stat(join(site.dataDir, 'uploads', id))
      // Space for the original, but not for a derivative above the reserve of 5 %.
      const freeSpace = await fill(pathInSite(site, 'files'), Math.ceil(smallDiskBytes / 20) + size + 70_000)
      assert((await client.addImage(projectId, id)).status === 200, 'the original was not stored')
      await waitUntil('the job fails on the full disk', () => site.output.includes('photo could not be derived'))
      await freeSpace()
      site.sql(`update photos set dueAt = '2000-01-01' where state = 'waiting'`)
      const stateOf = () => site.sql<{ state: string }>('select state from photos where uploadId = ?', id)[0]?.state
      assert(stateOf() === 'waiting', `the photo is ${stateOf()}`)
      const second = await client.upload(await photoBytes(95), 'wakes.jpg')
      assert((await client.addImage(projectId, second.id)).status === 200, 'a second image was not stored')
      await waitUntil('the photo is ready', () => stateOf() === 'ready', 60_000)
    },
  },
  ...(['files', 'uploads'] as const).map(readOnly),
  failingSystemCalls('EIO when the database is synced', 'fdatasync,fsync', 'EIO', { edit: 503 }),
  failingSystemCalls('EROFS when the database is written', 'pwrite64', 'EROFS', { edit: 503 }),
  failingSystemCalls('ENOSPC when the database is written', 'pwrite64', 'ENOSPC', { edit: 507 }),
])

/** Fills a disk to its last byte, then frees it. */
function diskFull(
  part: 'everything' | 'database' | 'files' | 'uploads',
  name: string,
  expected: Degradation['expected'],
  pathSegments: string[],
): Fault {
  return {
    name: `${name}: changes are refused until space is freed`,
    needs: 'unshare',
    launch: launchOnSmallDisk(part),
    folderOf: ({ site }) => copyDataFolder(site),
    async run(context) {
      const uploadId = await uploadPhoto(context)
      const freeSpace = await fill(pathInSite(context.site, ...pathSegments))
      await assertDegraded({ context, uploadId, expected, isUnhealthy: part !== 'uploads' })
      await freeSpace()
      await assertRecovered(context)
    },
  }
}

function readOnly(part: 'files' | 'uploads'): Fault {
  return {
    name: `disk read-only · ${part}: changes are refused until the disk is writable again`,
    needs: 'unshare',
    launch: launchOnSmallDisk(part),
    folderOf: ({ site }) => copyDataFolder(site),
    async run(context) {
      const uploadId = await uploadPhoto(context)
      await remount(context.site, part, 'ro')
      await assertDegraded({
        context,
        uploadId,
        expected: part === 'files' ? { image: 503 } : { upload: 503 },
        isUnhealthy: part === 'files',
      })
      await remount(context.site, part, 'rw')
      await assertRecovered(context)
    },
  }
}

function failingSystemCalls(cause: string, calls: string, error: string, expected: Degradation['expected']): Fault {
  return {
    name: `failing disk · ${cause}: edits are refused until the disk works again`,
    needs: 'strace',
    async run(context) {
      const restore = await failSystemCalls(context.site, calls, error)
      try {
        await assertDegraded({ context, expected, isUnhealthy: true })
      } finally {
        await restore()
      }
      await assertRecovered(context)
    },
  }
}

async function uploadPhoto({ client }: FaultContext): Promise<string> {
  return (await client.upload(await photoBytes(210), 'more.jpg')).id
}

/** Asserts that visitors are served and that changes are refused with the expected statuses. */
async function assertDegraded({ context, uploadId = '', expected, isUnhealthy }: Degradation): Promise<void> {
  const { client, projectId } = context
  await assertVisitorsUnaffected(context)
  if (expected.edit) {
    const edit = await client.saveText(projectId, 'details', longText, 1)
    assert(edit.status === expected.edit, `an edit returned ${edit.status}`)
    // A write that fails during the commit may still be found after the next start; on a full disk nothing is stored.
    const pattern = expected.edit === 507 ? /storage is full/ : /not known whether this was saved/
    assert(pattern.test(edit.text), `the admin was shown: ${edit.text.slice(0, 500)}`)
  }
  if (expected.upload) {
    const upload = await client.upload(await photoBytes(600, 900), 'more.jpg')
    assert(upload.status === expected.upload, `an upload returned ${upload.status}`)
  }
  if (expected.image) {
    const image = await client.addImage(projectId, uploadId)
    assert(image.status === expected.image, `an image returned ${image.status}`)
    assert(/storage is full|cannot be stored right now/.test(image.text), 'no explanation was shown')
  }
  await waitUntil(`health ${isUnhealthy ? 'reports the fault' : 'reports no fault'}`, async () => {
    const health = await client.request('/healthz')
    return isUnhealthy ? health.status === 503 && /cannot be/.test(await health.text()) : health.ok
  })
  await assertVisitorsUnaffected(context)
}

/** Asserts that the site recovers without a restart: the same requests succeed. */
async function assertRecovered(context: FaultContext): Promise<void> {
  const { client, projectId } = context
  await waitUntil('the site is healthy again', async () => (await client.request('/healthz')).ok)
  const edit = await client.saveText(projectId, 'details', longText, 1)
  assert(edit.status === 200, `afterwards an edit returned ${edit.status}: ${edit.text.slice(0, 200)}`)
  const upload = await client.upload(await photoBytes(220), 'after.jpg')
  const image = await client.addImage(projectId, upload.id)
  assert(image.status === 200, `afterwards an image returned ${image.status}`)
  await waitUntil('the image has its derivatives', async () => {
    const page = await (await fetch(`${context.site.origin}/projects/${projectId}`)).text()
    return (page.match(/<img/g) ?? []).length >= 4
  })
}
