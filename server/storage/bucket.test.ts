import { createReadStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { describeFailure } from '#server/expected-failure.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts'
import { BucketFailed, BucketRefused } from './bucket-errors.ts'
import { connectToBucket } from './bucket-requests.ts'
import { openBucket } from './bucket.ts'

// How the store behaves when the server fails. tests/scaled tests it with a working server.

/** Starts a server that responds to every request in the same way. */
async function serve(respond: RequestListener) {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    request.resume()
    request.on('end', () => respond(request, response))
  })
  return { config: bucketAt(await listenOnLoopback(server)), requestCount: () => requests }
}

const bucketAt = (port: number) => ({
  name: 'studio',
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  pathStyle: true,
  credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
})

const respondWith =
  (status: number, code: string): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)

const respondWithFile =
  (bytes: Buffer): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'Content-Length': bytes.length, 'Last-Modified': new Date(0).toUTCString() }).end(bytes)

async function failureOf(work: Promise<unknown>): Promise<BucketFailed> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof BucketFailed)) throw new Error(`not a failure of the bucket: ${String(error)}`)
  return error
}

test('a server that ignores If-None-Match is refused, because it would overwrite originals', async () => {
  const { config } = await serve(respondWithFile(Buffer.from('store id')))
  const temporary = join(await temporaryFolder(), 'copies')
  await expect(openBucket(config, temporary).requireConditionalWrites()).rejects.toThrow(BucketRefused)
  expect(await readdir(temporary)).toEqual([])
})

test('a server that cannot be reached is a temporary failure, described in one sentence', async () => {
  // Nothing listens on port 1.
  const failure = await failureOf(connectToBucket(bucketAt(1)).head('a.jpg'))
  expect(failure.isTemporary).toBe(true)
  expect(describeFailure(failure)).toMatch(
    /^The bucket cannot be used \(.+\): check the settings that begin with S3_\.$/,
  )
})

test.each([
  [503, 'SlowDown', true, 2],
  [500, 'InternalError', true, 2],
  [501, 'NotImplemented', false, 1],
  [403, 'AccessDenied', false, 1],
  [404, 'NoSuchBucket', false, 1],
])('a response %i %s is an error, not a missing file', async (status, code, isTemporary, requestCount) => {
  const server = await serve(respondWith(status, code))
  const requests = connectToBucket(server.config)
  expect((await failureOf(requests.get('a.jpg'))).isTemporary).toBe(isTemporary)
  expect(server.requestCount()).toBe(requestCount)
})

test('a full bucket is reported as full', async () => {
  const { config } = await serve(respondWith(403, 'QuotaExceeded'))
  expect((await failureOf(connectToBucket(config).put('a.jpg', new Uint8Array([1])))).full).toBe(true)
})

test('a request without a response is abandoned after two attempts', async () => {
  const server = await serve(() => {})
  const failure = await failureOf(connectToBucket(server.config).head('a.jpg'))
  expect(failure.isTemporary).toBe(true)
  expect(server.requestCount()).toBe(2)
  expect(describeFailure(failure)).toBe(
    'The bucket cannot be used (it does not respond): check the settings that begin with S3_.',
  )
})

test('an original is sent again after a failure, but not when the server refuses it', async () => {
  const path = join(await temporaryFolder(), 'photo')
  await writeFile(path, 'photo')
  const source = { open: () => createReadStream(path), bytes: 5, md5: 'x', id: 'one' }
  const unavailable = await serve(respondWith(503, 'SlowDown'))
  await failureOf(connectToBucket(unavailable.config).putIfFree('a.jpg', source))
  expect(unavailable.requestCount()).toBe(2)
  const forbidden = await serve(respondWith(403, 'AccessDenied'))
  await failureOf(connectToBucket(forbidden.config).putIfFree('a.jpg', source))
  expect(forbidden.requestCount()).toBe(1)
})

test('an original that is deleted while it is stored is an error, and no request is repeated', async () => {
  const server = await serve((_, response) => response.writeHead(200).end())
  const path = join(await temporaryFolder(), 'gone')
  const source = { open: () => createReadStream(path), bytes: 5, md5: 'x', id: 'one' }
  const storing = connectToBucket(server.config).putIfFree('a.jpg', source)
  await expect(storing).rejects.toMatchObject({ name: 'FileStoreFailed', cause: { code: 'ENOENT' } })
  expect(server.requestCount()).toBe(0)
})

test('a download that ends early is an error', async () => {
  const { config } = await serve((_, response) => {
    response.writeHead(200, { 'Content-Length': '1000', 'Last-Modified': new Date(0).toUTCString() })
    response.write('half', () => response.destroy())
  })
  const path = join(await temporaryFolder(), 'copy')
  await failureOf(connectToBucket(config).download('a.jpg', path))
})

test('a server that ignores ‘Expect: 100-continue’ gets a large original at once', async () => {
  const server = createServer()
  let received = 0
  server.on('checkContinue', (request, response) => {
    request.on('data', (bytes: Buffer) => (received += bytes.length))
    request.on('end', () => response.writeHead(200).end())
  })
  server.on('request', (request, response) => server.emit('checkContinue', request, response))
  const path = join(await temporaryFolder(), 'photo')
  await writeFile(path, Buffer.alloc(3_000_000))
  const requests = connectToBucket(bucketAt(await listenOnLoopback(server)))
  const open = () => createReadStream(path)
  expect(await requests.putIfFree('a.jpg', { open, bytes: 3_000_000, md5: 'x', id: 'one' })).toBe(true)
  expect(received).toBe(3_000_000)
})

test('a reader that pauses for longer than the idle timeout gets every byte', async () => {
  const bytes = Buffer.alloc(20_000_000, 'x')
  const { config } = await serve(respondWithFile(bytes))
  const { files } = openBucket(config, await temporaryFolder())
  const opened = await files.open('a.jpg')
  let read = 0
  for await (const chunk of opened?.stream ?? []) {
    if (read === 0) await wait(7_000)
    read += chunk.length
  }
  expect(read).toBe(bytes.length)
})

test('a bucket that stops sending in the middle of a file is an error', async () => {
  const { config } = await serve((_, response) => {
    response.writeHead(200, { 'Content-Length': '1000', 'Last-Modified': new Date(0).toUTCString() })
    response.write('half')
  })
  const { files } = openBucket(config, await temporaryFolder())
  const opened = await files.open('a.jpg')
  await expect(new Response(opened?.stream).arrayBuffer()).rejects.toThrow('stopped sending')
})

test('60 visitors who do not read their photos do not stop the site from writing', async () => {
  const server = await serve(respondWithFile(Buffer.alloc(8_000_000)))
  const { files, close } = openBucket(server.config, await temporaryFolder())
  const opened: Awaited<ReturnType<typeof files.open>>[] = []
  // One after another: on a busy machine, 60 connections at once could exceed the time limit.
  for (let n = 0; n < 60; n++) opened.push(await files.open('a.jpg'))
  await files.write('health/beat', Buffer.from('1'))
  for (const file of opened) await file?.stream.cancel()
  close()
})
