import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { SiteProcess } from '#tests/support/site/site-process.ts'

/** The memory of a process after garbage collection, in megabytes. */
export interface MemoryUse {
  /** JavaScript objects and buffers. */
  readonly usedMb: number
  /** The memory of the process in RAM, used or not. */
  readonly residentMb: number
}

const megabyte = 1024 * 1024
const debuggerUrl = /Debugger listening on (ws:\S+)/
const lastLines = /Debugger ending on .*\nFor help, see.*\n/
const debuggerLines = /^(Debugger|For help, see).*\n/gm
const urls = new WeakMap<SiteProcess, string>()
const pollMs = 50

/** Uses Node's debugger. SIGUSR1 opens it on port 9229, or on a free port if the process has `--inspect-port=0`. */
export async function measureMemory(site: SiteProcess): Promise<MemoryUse> {
  const url = urls.get(site) ?? (await openDebugger(site))
  urls.set(site, url)
  const socket = new WebSocket(url)
  await once(socket, 'open')
  try {
    await call(socket, 'HeapProfiler.collectGarbage')
    const expression = 'JSON.stringify(process.memoryUsage())'
    const { result } = (await call(socket, 'Runtime.evaluate', { expression })) as { result: { value: string } }
    const { heapUsed, external, rss } = JSON.parse(result.value) as NodeJS.MemoryUsage
    return { usedMb: (heapUsed + external) / megabyte, residentMb: rss / megabyte }
  } finally {
    socket.close()
    await once(socket, 'close')
    await removeDebuggerLines(site)
  }
}

async function openDebugger(site: SiteProcess): Promise<string> {
  site.process.kill('SIGUSR1')
  for (;;) {
    const url = debuggerUrl.exec(site.log)?.[1]
    if (url) return url
    await wait(pollMs)
  }
}

/** Removes the debugger's lines, because tests expect every line of the log to be JSON. */
async function removeDebuggerLines(site: SiteProcess): Promise<void> {
  while (!lastLines.test(site.log)) await wait(pollMs)
  site.log = site.log.replace(debuggerLines, '')
  site.output = site.output.replace(debuggerLines, '')
}

async function call(socket: WebSocket, method: string, params: object = {}): Promise<unknown> {
  socket.send(JSON.stringify({ id: 1, method, params }))
  for (;;) {
    const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>]
    const { id, result } = JSON.parse(data) as { id?: number; result: unknown }
    if (id === 1) return result
  }
}
