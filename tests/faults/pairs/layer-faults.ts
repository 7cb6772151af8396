import { execFile } from 'node:child_process'
import { readdir, rename, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Status } from '#tests/faults/admin-client.ts'
import type { FaultContext } from '#tests/faults/fault.ts'
import { setClockOffset } from '#tests/faults/injector/injector.ts'
import { assertSecondRefused, runOperatorCommand } from '#tests/faults/operator-mistakes.ts'
import { assert, photoBytes, waitForUploadedBytes, waitUntil } from '#tests/faults/site-fixture.ts'
import { fill, type DiskPart } from '#tests/faults/small-disk.ts'
import { workerIds } from '#tests/support/images/kill-worker.ts'
import type { Postgres } from '#tests/support/postgres/postgres.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { pathOnDisk } from './lasting-disk.ts'

const run = promisify(execFile)
const dayMs = 24 * 60 * 60_000

/** What a fault acts on. */
export interface FaultTarget {
  readonly context: FaultContext
  /** A folder for backups, beside the data. */
  readonly backups: string
  readonly postgres?: Postgres
}

/** A fault of one layer: it lasts from `begin` until the function that it returns is called. */
export interface LayerFault {
  /** The part of the data that must be on a small disk. */
  readonly disk?: DiskPart
  /** Further statuses that responses may have; 0 is no response, because the process ends or connections break. */
  readonly statuses?: readonly Status[]
  readonly needs?: 'prlimit'
  readonly begin: (target: FaultTarget) => Promise<() => Promise<unknown> | unknown>
}

/** The small disk with the site's files, or with everything, is filled to the last byte. */
const fullDisk = (disk: DiskPart): LayerFault => ({
  disk,
  begin: async ({ context: { site } }) => fill(await pathOnDisk(site, ...(disk === 'files' ? ['files'] : []))),
})

const jump = (ms: number): LayerFault => ({
  // The session is too old or from the future, so it is refused until the clock is right again.
  statuses: [401],
  async begin({ context: { site } }) {
    await setClockOffset(site, ms)
    // A process that was started in the meantime has no offset.
    return () => setClockOffset(site, 0)
  },
})

const postgresOf = ({ postgres }: FaultTarget): Postgres => {
  assert(postgres !== undefined, 'the site is not on PostgreSQL')
  return postgres
}

export const layerFaults = {
  'files disk full': fullDisk('files'),
  'whole disk full': fullDisk('everything'),
  'files disk read-only': {
    disk: 'files',
    async begin({ context: { site } }) {
      const path = join(site.dataDir, 'files')
      const remount = async (mode: 'ro' | 'rw') => {
        const inside = ['-t', String(site.pid), '-U', '-m', '--preserve-credentials']
        await run('nsenter', [...inside, 'mount', '-o', `remount,${mode}`, path])
      }
      await remount('ro')
      return () => remount('rw')
    },
  },
  'database locked': { begin: async ({ context: { site } }) => site.holdWriteLock() },
  'database hung': {
    async begin(target) {
      await postgresOf(target).suspend()
      return () => postgresOf(target).resume()
    },
  },
  'database killed': {
    async begin(target) {
      await postgresOf(target).kill()
      return () => postgresOf(target).restart()
    },
  },
  'image processes killed': {
    begin: async ({ context: { site } }) =>
      repeat(async () => {
        for (const id of await workerIds(site.pid)) process.kill(id, 'SIGKILL')
        await wait(20)
      }),
  },
  'process killed': {
    statuses: [0],
    async begin({ context: { site } }) {
      await site.kill()
      return startAgain(site)
    },
  },
  'SIGTERM during an upload': { statuses: [0], begin: stopDuringUpload },
  'clock 400 days ahead': jump(400 * dayMs),
  'clock 400 days behind': jump(-400 * dayMs),
  'log closed': {
    async begin({ context: { site } }) {
      site.process.stdout?.destroy()
      site.process.stderr?.destroy()
      return () => {}
    },
  },
  'original lost': {
    async begin({ context: { site, imageIds } }) {
      const rows = site.sql<{ storageKey: string }>('select storageKey from photos where id = ?', imageIds[0] ?? '')
      const path = join(site.dataDir, 'files', rows[0]?.storageKey ?? '')
      await rename(path, `${site.dataDir}.original`)
      return () => rename(`${site.dataDir}.original`, path)
    },
  },
  'derivatives lost': {
    async begin({ context: { site, imageIds } }) {
      const folder = join(site.dataDir, 'files/derivatives', imageIds[1] ?? '')
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
      const requests = paths.map((path) => `/photos/${path.split('/derivatives/')[1]}`)
      await rm(folder, { recursive: true })
      // A photo is queued for one missing width at a time, when that width is requested.
      const isServed = async (path: string) => (await fetch(site.origin + path).catch(() => null))?.ok === true
      return () =>
        waitUntil('the derivatives are recreated', async () => {
          // A job whose process was killed would be repeated after 5 minutes.
          site.sql(`update photos set dueAt = '2000-01-01' where state = 'waiting'`)
          return (await Promise.all(requests.map(isServed))).every(Boolean)
        })
    },
  },
  'backups running': {
    async begin({ context: { site }, backups }) {
      let backupCount = 0
      const end = repeat(async () => {
        const { code, output } = await runOperatorCommand(`backup ${backups}`, site.dataDir)
        assert(
          code === 0 || /^files\/\S+ is missing\.$/m.test(output),
          `a backup ended with ${String(code)}: ${output}`,
        )
        backupCount += 1
      })
      while (backupCount === 0) await wait(50)
      return end
    },
  },
  'slow clients': {
    async begin({ context: { site } }) {
      const sockets = Array.from({ length: 100 }, (_, n) => slowClient(site.port, n))
      return () => sockets.forEach((socket) => socket.destroy())
    },
  },
  'connections cut': {
    begin: async ({ context }) => {
      let round = 0
      return repeat(async () => cutRequest(context, (round += 1)))
    },
  },
  'descriptors exhausted': {
    statuses: [0],
    needs: 'prlimit',
    async begin({ context: { site } }) {
      const open = (await readdir(`/proc/${site.pid}/fd`)).length
      const limitTo = (soft: number | string) => run('prlimit', ['--pid', String(site.pid), `--nofile=${soft}:`])
      const { stdout } = await run('prlimit', [
        '--pid',
        String(site.pid),
        '--nofile',
        '--noheadings',
        '--output',
        'SOFT',
      ])
      await limitTo(open + 3)
      return () => limitTo(stdout.trim())
    },
  },
  'second site started': {
    async begin({ context: { site } }) {
      await assertSecondRefused(site)
      return async () => {
        // A site that restarts may not have locked its data folder yet; one that responds has, healthy or not.
        const responds = () => fetch(`${site.origin}/healthz`).then(Boolean, () => false)
        await waitUntil('the first site responds', responds, 180_000)
        await assertSecondRefused(site)
      }
    },
  },
} satisfies Record<string, LayerFault>

export type LayerFaultName = keyof typeof layerFaults

/** Repeats `work` until the returned function is called. That function rejects if `work` has failed. */
function repeat(work: () => Promise<void>): () => Promise<void> {
  let isEnded = false
  const ended = (async () => {
    while (!isEnded) await work()
  })()
  ended.catch(() => {})
  return () => {
    isEnded = true
    return ended
  }
}

/** Starts the site without waiting, because another fault may delay the start. The returned function waits. */
function startAgain(site: SiteProcess): () => Promise<void> {
  const started = site.start()
  started.catch(() => {})
  return () => started
}

async function stopDuringUpload({ context: { site, client, projectId } }: FaultTarget): Promise<() => Promise<void>> {
  const bytes = await photoBytes(700, 500)
  const { id } = await client.createUpload(bytes.length, 'slow.jpg')
  const half = Math.floor(bytes.length / 2)
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.slice(0, half))
      await wait(60_000, null, { ref: false })
    },
  })
  const sent = client.sendPart(id, 0, body)
  await waitForUploadedBytes(site, id)
  await site.stop()
  assert(site.process.exitCode === 0, `the site ended with ${site.process.exitCode ?? site.process.signalCode}`)
  assert((await sent).status === 0, 'the upload got a response')
  const start = startAgain(site)
  return async () => {
    await start()
    const offset = (await client.offsetOf(id)) ?? -1
    assert(offset > 0 && offset <= half, `the upload has ${offset} bytes`)
    assert((await client.sendPart(id, offset, bytes.slice(offset))).status === 204, 'the rest was refused')
    const { status, text } = await client.addImage(projectId, id, 'replace-cover')
    assert(status === 200, `the upload could not be attached: ${status} ${text}`)
  }
}

/** Opens a client with its own address that sends only half of a form, or requests a page without reading it. */
function slowClient(port: number, n: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const head = `Host: localhost:${port}\r\nX-Forwarded-For: 203.0.113.${n}\r\n`
  if (n % 2 === 0) socket.write(`POST /contact HTTP/1.1\r\n${head}Content-Length: 900\r\n\r\nfirstName=A`)
  else socket.pause().write(`GET /work HTTP/1.1\r\n${head}\r\n`)
  return socket
}

/** Submits a form for a new project and disconnects: after the complete form, or in odd rounds before its end. */
async function cutRequest({ site, client }: FaultContext, round: number): Promise<void> {
  const socket = connect(site.port, '127.0.0.1')
  socket.on('error', () => {})
  const head = `Host: localhost:${site.port}\r\nOrigin: ${site.origin}\r\nCookie: ${client.cookie}\r\n`
  const form = `name=Cut&details=Oak&requestId=cut-${round}`
  const type = 'Content-Type: application/x-www-form-urlencoded'
  const length = form.length + (round % 2) * 100
  socket.write(`POST /create.data HTTP/1.1\r\n${head}${type}\r\nContent-Length: ${length}\r\n\r\n${form}`)
  await wait(30)
  socket.destroy()
}
