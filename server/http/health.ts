import { Hono } from 'hono'
import type { Parts } from '#portfolio/parts.ts'
import type { Doorway } from './doorway.ts'

/** An answer holds so long: each one costs a write, and anybody may ask. */
const holdsMs = 1_000

/** `GET /healthz`: 200 when the site can serve and write, 503 with the reason when not. */
export function healthDoor({ parts, tryStore }: Pick<Doorway, 'tryStore'> & { parts: Pick<Parts, 'files' | 'log'> }) {
  let latest = { at: -Infinity, fault: Promise.resolve<string | null>(null) }
  return new Hono().get('/healthz', async (c) => {
    c.header('Cache-Control', 'no-store')
    const at = performance.now()
    if (at - latest.at > holdsMs) latest = { at, fault: findFault(parts, tryStore) }
    const fault = await latest.fault
    return fault ? c.text(fault, 503, { 'Retry-After': '5' }) : c.text('ok')
  })
}

async function findFault(
  { files, log }: Pick<Parts, 'files' | 'log'>,
  tryStore: () => Promise<void>,
): Promise<string | null> {
  try {
    await tryStore()
  } catch (error) {
    log.error('health: the database', { cause: String(error) })
    return 'the database cannot be written'
  }
  try {
    await files.write('health/beat', new Uint8Array([1]))
  } catch (error) {
    log.error('health: the files', { cause: String(error) })
    return 'files cannot be stored'
  }
  return null
}
