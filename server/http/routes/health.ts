import { Hono, type Context } from 'hono'
import { healthChecks } from '#app/endpoints.ts'
import type { Ports } from '#portfolio/ports.ts'
import { showSiteSummary } from '#portfolio/studio/show.ts'
import { healthPrefix } from '#portfolio/store-keys.ts'
import type { AppOptions } from '#server/http/request-variables.ts'

/** A result is reused for this long, because a check uses the database and anyone may request one. */
const cacheMs = 1_000

interface HealthOptions extends Pick<AppOptions, 'probeDatabase'> {
  readonly ports: Pick<Ports, 'db' | 'files' | 'log'>
}

/** `/healthz`: the database and the files can be written. `/readyz`: pages can be served, even with a full disk. */
export function healthRoute({ ports, probeDatabase }: HealthOptions) {
  let isStopping = false
  const checkWriting = reuseResult(() => findWriteFault(ports, probeDatabase))
  const checkReading = reuseResult(() => findReadFault(ports))
  const route = new Hono()
    .get(healthChecks.health, async (c) => respond(c, await checkWriting()))
    .get(healthChecks.readiness, async (c) => respond(c, isStopping ? 'the site is stopping' : await checkReading()))
  return { route, stop: () => void (isStopping = true) }
}

function respond(c: Context, fault: string | null): Response {
  c.header('Cache-Control', 'no-store')
  return fault ? c.text(fault, 503, { 'Retry-After': '5' }) : c.text('ok')
}

function reuseResult(find: () => Promise<string | null>): () => Promise<string | null> {
  let latest = { checkedAt: -Infinity, fault: Promise.resolve<string | null>(null) }
  return () => {
    const now = performance.now()
    if (now - latest.checkedAt > cacheMs) latest = { checkedAt: now, fault: find() }
    return latest.fault
  }
}

async function findReadFault({ db, log }: Pick<Ports, 'db' | 'log'>): Promise<string | null> {
  try {
    // Every page needs the site summary.
    await showSiteSummary({ db })
    return null
  } catch (error) {
    log.error('readiness check failed: database', { cause: String(error) })
    return 'the database cannot be read'
  }
}

async function findWriteFault(
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
