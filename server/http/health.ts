import { Hono } from 'hono'
import type { Parts } from '#portfolio/parts.ts'
import { isDescribed } from '#portfolio/studio/show.ts'

/** `GET /healthz`: 200 when the site can serve and write, 503 with the reason when not. */
export function healthDoor(parts: Pick<Parts, 'db' | 'files' | 'log'>) {
  return new Hono().get('/healthz', async (c) => {
    c.header('Cache-Control', 'no-store')
    const reason = await findFault(parts)
    return reason ? c.text(reason, 503) : c.text('ok')
  })
}

async function findFault({ db, files, log }: Pick<Parts, 'db' | 'files' | 'log'>): Promise<string | null> {
  try {
    // A transaction that writes nothing still takes the lock that a write needs.
    await db.transaction().execute((tx) => isDescribed({ db: tx }))
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
