import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { StoreFailed, type Parts } from '#portfolio/parts.ts'

/** The same house on a store that does what it is told, and whose answer to each whole change gets lost. */
export function losingAnswers<P extends Pick<Parts, 'db'>>(parts: P): P {
  const db = new Proxy(parts.db, {
    get(store, name) {
      const value: unknown = Reflect.get(store, name)
      if (name === 'transaction') return () => ({ execute: loseAnswer(store) })
      return typeof value === 'function' ? value.bind(store) : value
    },
  })
  return { ...parts, db }
}

function loseAnswer(db: Parts['db']) {
  return async (work: Parameters<ReturnType<Parts['db']['transaction']>['execute']>[0]) => {
    await db.transaction().execute(work)
    throw new StoreFailed(new Error('the answer was lost'))
  }
}

/** A line to a PostgreSQL, until the test has finished; it breaks between a commit and its answer while `breaks`. */
export async function openBreakingLine(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const line = { url: '', breaks: false }
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let lost = false
    near.on('data', (asked) => {
      lost ||= line.breaks && /commit/i.test(asked.toString('latin1'))
      far.write(asked)
    })
    far.on('data', (answer) => void (lost ? near.destroy() : near.write(answer)))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const here = new URL(databaseUrl)
  here.port = String((server.address() as AddressInfo).port)
  line.url = here.href
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((closed) => server.close(closed))
  })
  return line
}
