import { setTimeout as wait } from 'node:timers/promises'

// Requests pages in turn, 50 per second, until it receives a message. Runs in a separate process, so that the uploads
// of `bench/deriving.ts` do not delay the requests.

const everyMs = 20

const urls = process.argv.slice(2)
const responseTimesMs: number[] = []
let failures = 0
let isStopped = false

process.once('message', () => (isStopped = true))
process.send?.('ready')
const startedAt = performance.now()
const pending = new Set<Promise<void>>()
for (let n = 0; !isStopped; n++) {
  const dueAt = startedAt + n * everyMs
  await wait(Math.max(0, dueAt - performance.now()))
  const request = requestPage(urls[n % urls.length] ?? '', dueAt).finally(() => pending.delete(request))
  pending.add(request)
}
await Promise.all(pending)
process.send?.({ responseTimesMs, failures }, () => process.disconnect())

async function requestPage(url: string, dueAt: number): Promise<void> {
  try {
    const response = await fetch(url)
    await response.text()
    if (response.status !== 200) failures += 1
  } catch {
    failures += 1
  }
  responseTimesMs.push(performance.now() - dueAt)
}
