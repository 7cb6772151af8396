import { get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { waitForNextFetch } from './admin-client.ts'
import { rawGet } from './raw-request.ts'
import type { FaultContext } from './fault.ts'
import { waitForDerivatives, waitForUploadedBytes, photoBytes, assert } from './site-fixture.ts'
import { runHardOnlyFaults } from './run-faults.ts'

const maxStopMs = 30_000

runHardOnlyFaults('graceful shutdown', [
  {
    name: 'SIGTERM · 2,000 open streams: they end, and the process exits in time',
    async run({ site }) {
      const streams = await Promise.all(Array.from({ length: 2_000 }, (_, n) => openStream(site, n)))
      const ended = Promise.all(streams.map((stream) => once(stream.resume(), 'close')))
      await assertStopsInTime(site)
      await ended
      await site.start()
    },
  },
  {
    name: 'SIGTERM · during an upload: it can be resumed after the next start',
    async run(context) {
      const { site, client, projectId } = context
      const bytes = await photoBytes(1200, 800)
      const { id } = await client.createUpload(bytes.length, 'slow.jpg')
      const sent = client.sendPart(id, 0, slowStream(bytes))
      await waitForUploadedBytes(site, id)
      await assertStopsInTime(site)
      assert((await sent).status === 0, 'the upload got a response')
      await site.start()
      const offset = (await client.offsetOf(id)) ?? -1
      assert(offset >= 0 && offset < bytes.length, `the upload has ${offset} bytes`)
      assert((await client.sendPart(id, offset, bytes.slice(offset))).status === 204, 'the rest was refused')
      assert((await client.addImage(projectId, id)).status === 200, 'the upload could not be attached')
      await waitForDerivatives(site)
    },
  },
  {
    name: 'SIGTERM · while derivatives are created: the job is repeated after the next start and does not count as an attempt',
    async run({ site, client, projectId }) {
      for (const n of [1, 2, 3]) {
        const { id } = await client.upload(await photoBytes(1300 + n, 870), `large-${n}.jpg`)
        assert((await client.addImage(projectId, id)).status === 200, 'an image was refused')
      }
      await assertStopsInTime(site)
      const waiting = site.sql<{ tries: number }>(`select tries from photos where state = 'waiting'`)
      assert(waiting.length > 0 && waiting.every(({ tries }) => tries === 0), `tries: ${JSON.stringify(waiting)}`)
      await site.start()
      await waitForDerivatives(site)
    },
  },
  {
    name: 'SIGTERM · during requests on new and kept-alive connections: each gets its response',
    async run({ site, client, projectId }) {
      const pages = await Promise.all(Array.from({ length: 40 }, () => rawGet(site.port, '/work')))
      const editSent = waitForNextFetch()
      const saved = client.saveText(projectId, 'details', 'Saved while the site was asked to stop.', 1)
      await editSent
      await assertStopsInTime(site)
      const lost = (await Promise.all(pages.map(({ response }) => response))).filter((status) => status !== 200)
      assert(lost.length === 0, `lost: ${lost.join(', ')}`)
      assert((await saved).status === 200, 'the edit did not succeed')
      await site.start()
      assert(
        (await (await fetch(`${site.origin}/projects/${projectId}`)).text()).includes('Saved while'),
        'the edit was lost',
      )
    },
  },
  {
    name: 'SIGTERM · during a form submission that is never completed: the process exits in time',
    async run({ site }) {
      await openIncompleteForm(site)
      await assertStopsInTime(site)
      await site.start()
    },
  },
  {
    name: 'SIGTERM · sent twice, and during the start: the process exits, and the next start succeeds',
    async run({ site }) {
      // The kernel merges pending signals of one kind, so the second is sent once the first has been handled.
      const handled = waitForOutput(site, 'Stopping.')
      site.process.kill('SIGTERM')
      await handled
      await assertStopsInTime(site)
      const starting = site.start().catch(() => {})
      // The result must be the same at any point of the start.
      await wait(150)
      await site.stop()
      await starting
      await site.start()
    },
  },
  {
    name: 'SIGHUP · during a form submission that is never completed: the process exits with code 0',
    async run({ site }) {
      const socket = await openIncompleteForm(site)
      const exited = once(site.process, 'exit')
      site.process.kill('SIGHUP')
      await exited
      assert(site.process.exitCode === 0, `the process ended with ${site.process.exitCode ?? site.process.signalCode}`)
      socket.destroy()
      await site.start()
    },
  },
  {
    name: 'SIGSTOP · for 6 s: a request sent meanwhile is not lost',
    async run(context) {
      const { site, client, projectId } = context
      site.suspend()
      // On a new connection: the site may close a kept-alive one as soon as it resumes.
      const body = new URLSearchParams({ intent: 'save-text', field: 'name', text: 'Resumed', version: '1' })
      const headers = { Cookie: client.cookie, Origin: site.origin }
      const saved = fetch(`${site.origin}/projects/${projectId}.data`, { method: 'POST', headers, body })
      await wait(6_000)
      site.resume()
      assert((await saved).status === 200, 'the edit did not succeed')
      assertProjectName(context, 'Resumed')
    },
  },
])

async function openIncompleteForm(site: SiteProcess): Promise<Socket> {
  const socket = connect(site.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write('POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\nfirstName=A')
  // Connections are read in the order of their arrival: after this response the site has read the one above.
  await fetch(`${site.origin}/healthz`)
  return socket
}

/** Sends SIGTERM; the process must exit in time with code 0. */
async function assertStopsInTime(site: SiteProcess): Promise<void> {
  const startedAt = performance.now()
  await site.stop()
  const durationMs = performance.now() - startedAt
  assert(durationMs < maxStopMs, `stopping took ${Math.round(durationMs)} ms`)
  assert(site.process.exitCode === 0, `the process ended with ${site.process.exitCode ?? site.process.signalCode}`)
}

async function openStream(site: SiteProcess, n: number): Promise<IncomingMessage> {
  // From a client address for each `n`: the number of streams per address is limited.
  const headers = { 'X-Forwarded-For': `198.51.${n >> 8}.${n & 255}` }
  const [response] = (await once(get(`http://127.0.0.1:${site.port}/live`, { headers }), 'response')) as [
    IncomingMessage,
  ]
  assert(response.statusCode === 200, `a stream returned ${response.statusCode}`)
  return response.on('error', () => {})
}

/** Resolves when the site writes this text. */
async function waitForOutput(site: SiteProcess, text: string): Promise<void> {
  const { stdout } = site.process
  assert(stdout !== null, 'stdout of the site is not piped')
  const start = site.output.length
  while (!site.output.slice(start).includes(text)) await once(stdout, 'data')
}

function slowStream(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let offset = 0
  return new ReadableStream({
    async pull(controller) {
      await wait(100)
      controller.enqueue(bytes.slice(offset, (offset += 500)))
      if (offset >= bytes.length) controller.close()
    },
  })
}

function assertProjectName({ site }: FaultContext, name: string): void {
  const [project] = site.sql<{ name: string }>('select name from projects')
  assert(project?.name === name, `the project is named ${project?.name}`)
}
