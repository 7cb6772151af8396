import { readdir, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FileStoreFailed } from '#portfolio/ports.ts'
import type { BucketConfig } from '#server/storage/bucket-requests.ts'
import { openBucket } from '#server/storage/bucket.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts'
import { createBucketOnSharedServer } from '#tests/support/object-store/create-bucket-on-shared-server.ts'
import { filesIn } from '#tests/support/backend/project-fixtures.ts'

type Fault = 'response lost' | 'response cut'

/** Opens a new bucket through a proxy that injects a fault into the next request with a given method. */
async function openBehindProxy() {
  const bucket = await createBucketOnSharedServer()
  const { config, failNext } = await startProxy(bucket)
  const folder = join(await temporaryFolder(), 'copies')
  return { files: openBucket(config, folder).files, direct: openBucket(bucket, folder).files, failNext, folder }
}

async function startProxy(bucket: BucketConfig) {
  let next: { method: string; fault: Fault } | null = null
  const target = new URL(bucket.endpoint ?? '')
  const server = createServer((incoming, response) => {
    const { method = 'GET', url = '/', headers } = incoming
    const fault = next?.method === method ? next.fault : null
    if (fault) next = null
    const options = { host: target.hostname, port: target.port, method, path: url, headers }
    const outgoing = request(options, (answer) => {
      if (fault === 'response lost') return void (answer.resume(), response.destroy())
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      if (fault === 'response cut')
        answer.once('data', (bytes: Buffer) => response.write(bytes.subarray(0, 10), () => response.destroy()))
      else answer.pipe(response)
    })
    incoming.pipe(outgoing)
  })
  const failNext = (method: string, fault: Fault) => void (next = { method, fault })
  return { config: { ...bucket, endpoint: `http://127.0.0.1:${await listenOnLoopback(server)}` }, failNext }
}

async function localFile(content: string): Promise<string> {
  const path = join(await temporaryFolder(), 'source')
  await writeFile(path, content)
  return path
}

describe('a bucket whose connection is cut', () => {
  test('after the original was stored: it is stored once, under the first key', async () => {
    const { files, direct, failNext } = await openBehindProxy()
    failNext('PUT', 'response lost')
    expect(await files.store(await localFile('one'), ['Images/a.jpg', 'Images/a-2.jpg'])).toBe('Images/a.jpg')
    expect(await filesIn({ ports: { files: direct } })).toEqual(['Images/a.jpg'])
    expect(await files.store(await localFile('two'), ['Images/a.jpg', 'Images/a-2.jpg'])).toBe('Images/a-2.jpg')
  })

  test('after a derivative was written, a file deleted or its size read: the request is repeated', async () => {
    const { files, failNext } = await openBehindProxy()
    failNext('PUT', 'response lost')
    await files.write('derivatives/a', Buffer.from('one'))
    failNext('HEAD', 'response lost')
    expect(await files.stat('derivatives/a')).toMatchObject({ bytes: 3 })
    failNext('DELETE', 'response lost')
    await files.remove('derivatives/a')
    expect(await files.stat('derivatives/a')).toBeNull()
  })

  test('in the middle of a file: reading it fails, and no local copy is used or left', async () => {
    const { files, failNext, folder } = await openBehindProxy()
    await files.write('derivatives/a', Buffer.alloc(100_000, 'x'))
    failNext('GET', 'response cut')
    let used = false
    const copy = files.withLocalCopy('derivatives/a', async () => void (used = true))
    await expect(copy).rejects.toThrow(FileStoreFailed)
    expect([used, await readdir(folder)]).toEqual([false, []])
    failNext('GET', 'response cut')
    const opened = await files.open('derivatives/a')
    await expect(new Response(opened?.stream).arrayBuffer()).rejects.toThrow()
  })
})
