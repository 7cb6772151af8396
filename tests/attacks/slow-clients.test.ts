import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject } from 'vitest'
import { requestPagesAndLogIns, runAttacks, type Attack } from './run-attacks.ts'
import { idOf, freshClientAddress, type TargetSite, type TextResponse } from './target-site.ts'

/** The limits of open live streams: in total, and per client address. */
const maxStreams = 10_000
const maxStreamsPerClient = 20

const slow: Attack[] = [
  {
    name: 'a client that sends a form at 1 byte per second is disconnected, and the next request is served',
    isHardOnly: true,
    status: 200,
    async send(target) {
      const lines = ['POST /contact HTTP/1.1', `Host: 127.0.0.1:${target.site.port}`, `Origin: ${target.site.origin}`]
      const head = [...lines, 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 5000', '', '']
      expect(await sendSlowly(target, head.join('\r\n'), 45)).toBe('closed')
      return target.request('/contact')
    },
  },
  ...(
    [
      ['a page request', 'GET /work HTTP/1.1', ''],
      ['a request for a file', 'HEAD /photos/none HTTP/1.1', ''],
      ['a form that is refused', 'POST /contact HTTP/1.1', 'Origin: https://evil.example\r\n'],
    ] as const
  ).map(([name, start, header]): Attack => ({
    name: `a client that sends the body of ${name} at 1 byte per second is disconnected, and the next request is served`,
    isHardOnly: true,
    status: 200,
    async send(target) {
      const head = `${start}\r\nHost: 127.0.0.1:${target.site.port}\r\n${header}Content-Length: 5000\r\n\r\n`
      expect(await sendSlowly(target, head, 45)).toBe('closed')
      return target.request('/work')
    },
  })),
  {
    name: 'a client that uploads 1 byte per second is disconnected, and the upload keeps its bytes and can be resumed',
    isHardOnly: true,
    isAccepted: true,
    status: [200, 204],
    async send(target) {
      const id = idOf(await target.createUpload(100_000))
      const lines = [
        `PATCH /uploads/${id} HTTP/1.1`,
        `Host: 127.0.0.1:${target.site.port}`,
        `Cookie: ${cookieOf(target)}`,
      ]
      lines.push(`Origin: ${target.site.origin}`, 'Tus-Resumable: 1.0.0', 'Upload-Offset: 0', 'Content-Length: 100000')
      const head = [...lines, 'Content-Type: application/offset+octet-stream', '', '']
      expect(await sendSlowly(target, head.join('\r\n'), 75)).toBe('closed')
      const input = { as: 'admin', method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } } as const
      const progress = await target.request(`/uploads/${id}`, input)
      const offset = Number(progress.headers.get('Upload-Offset'))
      expect(offset).toBeGreaterThan(30)
      return [progress, await target.sendPart(id, offset, new Uint8Array(100))]
    },
  },
  {
    name: 'a page request while 200 clients pipeline 100 requests each and read no response',
    status: 200,
    send: requestWhileManyPipeline,
  },
  {
    name: 'a page request that does not wait for the rendering of all 100 pages that another client requests at once',
    status: 200,
    send: requestWhileClientRequestsMany,
  },
  {
    name: 'a page request after a client pipelined requests behind a live stream until it was disconnected',
    status: 200,
    async send(target) {
      await pipelineBehindStream(target)
      return target.request('/work')
    },
  },
  {
    name: '1,000 requests to remove a project by a user without the admin role',
    status: 403,
    send: (target) => sendThousandTimes(() => target.request('/work.data', { as: 'user', form: deleteForm(target) })),
  },
]

const tooManyStreams: Attack = {
  name: 'a stream above the limit of 10,000 is refused until another closes, and pages are still served',
  isHardOnly: true,
  status: [200, 503],
  async send(target) {
    const open = await openAllStreams(target)
    expect(open.filter(({ response }) => response.statusCode !== 200)).toHaveLength(0)
    const refused = await target.request('/live')
    const page = await target.request('/work')
    open.pop()?.outgoing.destroy()
    await expect.poll(async () => (await openAndClose(target)).statusCode).toBe(200)
    open.forEach(({ outgoing }) => outgoing.destroy())
    expect(refused.status).toBe(503)
    expect(page.status).toBe(200)
    return [refused, page]
  },
}

async function requestWhileManyPipeline(target: TargetSite): Promise<TextResponse> {
  const requests = `GET /work HTTP/1.1\r\nHost: 127.0.0.1:${target.site.port}\r\n\r\n`.repeat(100)
  const sockets = Array.from({ length: 200 }, () => {
    const socket = connect(target.site.port, '127.0.0.1').on('error', () => {})
    socket.pause().write(requests)
    return socket
  })
  // Gives the site time to fill the buffers of these connections.
  await wait(3_000)
  const response = await target.request('/work')
  sockets.forEach((socket) => socket.destroy())
  return response
}

async function requestWhileClientRequestsMany(target: TargetSite): Promise<TextResponse> {
  const { port } = target.site
  const headers = `Host: 127.0.0.1:${port}\r\nConnection: close\r\nX-Forwarded-For:`
  const requestOf = (path: string, client: string) => `GET ${path} HTTP/1.1\r\n${headers} ${client}\r\n\r\n`
  // With this query, a page is not kept in memory, so each request renders it.
  const manyPages = Array.from({ length: 100 }, (_, n) => `${target.projectPaths[0]}?n=${n}`)
  const removeImages = await addImages(target, 150)
  let answered = 0
  const open = () => connect(port, '127.0.0.1').on('error', () => {})
  const sockets = manyPages.map(open)
  const other = open()
  await Promise.all([...sockets, other].map((socket) => once(socket, 'connect')))
  const client = freshClientAddress()
  for (const [n, socket] of sockets.entries()) {
    socket.once('data', () => (answered += 1)).write(requestOf(manyPages[n] ?? '', client))
  }
  // From a new client address: earlier requests of a used one may still be waiting for their turn.
  other.write(requestOf('/about?n=0', freshClientAddress()))
  const [first, answeredBefore] = await once(other, 'data').then(([chunk]) => [String(chunk), answered] as const)
  other.destroy()
  await Promise.all(sockets.map((socket) => socket.destroyed || once(socket, 'close')))
  await removeImages()
  expect(answered).toBe(sockets.length)
  expect(first).toMatch(/^HTTP\/1\.1 200 /)
  expect(answeredBefore).toBeLessThan(75)
  return target.request('/about')
}

/** Adds rows of images to the first project, which makes its page large. Returns the function that deletes them. */
async function addImages({ site, projectIds: [projectId = ''] }: TargetSite, count: number) {
  const galleryCondition = `"projectId" = ? and place = 'gallery'`
  const [image] = await site.query<Record<string, string | number | null>>(
    `select * from photos where ${galleryCondition} limit 1`,
    projectId,
  )
  const columns = Object.keys(image ?? {})
  const names = columns.map((column) => `"${column}"`).join(', ')
  const insert = `insert into photos (${names}) values (${columns.map(() => '?').join(', ')})`
  for (let n = 0; n < count; n++) {
    const row = { ...image, id: randomUUID(), storageKey: `many/${n}`, uploadId: null, position: 100 + n }
    await site.query(insert, ...Object.values(row))
  }
  return () => site.query(`delete from photos where ${galleryCondition} and position >= 100`, projectId)
}

/** Opens a live stream and sends requests behind it. Fails if the site reads 32 MB of them without disconnecting. */
async function pipelineBehindStream({ site }: TargetSite): Promise<void> {
  const socket = connect(site.port, '127.0.0.1').on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const host = `Host: 127.0.0.1:${site.port}`
  socket.resume().write(`GET /live HTTP/1.1\r\n${host}\r\nX-Forwarded-For: ${freshClientAddress()}\r\n\r\n`)
  const requests = `GET / HTTP/1.1\r\n${host}\r\n\r\n`.repeat(200)
  while (!socket.destroyed && socket.bytesWritten < 32 * 1024 * 1024) {
    if (!socket.write(requests)) await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))])
  }
  const isDisconnected = socket.destroyed
  socket.destroy()
  expect(isDisconnected).toBe(true)
}

/** Opens as many streams as the site allows. */
async function openAllStreams(target: TargetSite): Promise<Stream[]> {
  const open: Stream[] = []
  while (open.length < maxStreams) {
    const clientAddress = freshClientAddress()
    const streams = Array.from({ length: maxStreamsPerClient }, () => openStream(target, clientAddress))
    open.push(...(await Promise.all(streams)))
  }
  return open
}

interface Stream {
  readonly outgoing: ClientRequest
  readonly response: IncomingMessage
}

async function openStream(target: TargetSite, clientAddress: string): Promise<Stream> {
  const headers = { 'X-Forwarded-For': clientAddress }
  const outgoing = request(`${target.site.origin}/live`, { headers, agent: false }).on('error', () => {})
  outgoing.end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  response.on('error', () => {}).resume()
  return { outgoing, response }
}

async function openAndClose(target: TargetSite): Promise<IncomingMessage> {
  const { outgoing, response } = await openStream(target, freshClientAddress())
  outgoing.destroy()
  return response
}

/** Sends the head, then 1 byte per second. Resolves to whether the site has closed the connection within `seconds`. */
async function sendSlowly({ site }: TargetSite, head: string, seconds: number): Promise<'closed' | 'open'> {
  const socket = connect(site.port, '127.0.0.1').on('error', () => {})
  // Unlike `once`, does not reject when the site closes the connection during a write.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume().write(head)
  for (let second = 0; second < seconds && !socket.destroyed; second++) {
    socket.write('a')
    await Promise.race([closed, wait(1_000)])
  }
  const isClosed = socket.destroyed
  socket.destroy()
  return isClosed ? 'closed' : 'open'
}

async function sendThousandTimes<T>(send: () => Promise<T>): Promise<T[]> {
  const responses: T[] = []
  while (responses.length < 1_000) responses.push(...(await Promise.all(Array.from({ length: 50 }, send))))
  return responses
}

function deleteForm(target: TargetSite): Record<string, string> {
  return { intent: 'delete', projectId: target.projectIds[0] ?? '' }
}

function cookieOf(target: TargetSite): string {
  return target.cookies.admin ?? ''
}

runAttacks('slow and many clients', slow, async (target) => {
  await requestPagesAndLogIns(target)
  // The buffers of many connections are allocated once.
  await requestWhileManyPipeline(target)
})
runAttacks('slow and many clients: streams', [tooManyStreams], async (target) => {
  if (inject('isHardMode')) for (const { outgoing } of await openAllStreams(target)) outgoing.destroy()
})
