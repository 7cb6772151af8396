import { Hono } from 'hono'
import { endpoints } from '#app/endpoints.ts'
import type { Ports } from '#portfolio/ports.ts'
import { healthPrefix } from '#portfolio/store-keys.ts'
import type { AppOptions } from '#server/http/request-variables.ts'

/** A result is reused for this long, because each check writes and anyone may request one. */
const cacheMs = 1_000

/** `GET /healthz`: 200 if the database and the file store can be written, otherwise 503 with the reason. */
export function healthRoute({
  ports,
  probeDatabase,
}: Pick<AppOptions, 'probeDatabase'> & { ports: Pick<Ports, 'files' | 'log'> }) {
  let latest = { checkedAt: -Infinity, fault: Promise.resolve<string | null>(null) }
  return new Hono().get(endpoints.health, async (c) => {
    c.header('Cache-Control', 'no-store')
    const now = performance.now()
    if (now - latest.checkedAt > cacheMs) latest = { checkedAt: now, fault: findFault(ports, probeDatabase) }
    const fault = await latest.fault
    return fault ? c.text(fault, 503, { 'Retry-After': '5' }) : c.text('ok')
  })
}

async function findFault(
  { files, log }: Pick<Ports, 'files' | 'log'>,
  probeDatabase: () => Promise<void>,
): Promise<string | null> {
  try {
    await probeDatabase()
  } catch (error) {
    log.error('health check failed: database', { cause: String(error) })
    return 'the database cannot be written'
  }
  try {
    await files.write(`${healthPrefix}beat`, new Uint8Array([1]))
  } catch (error) {
    log.error('health check failed: file store', { cause: String(error) })
    return 'files cannot be stored'
  }
  return null
}
