import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { publishChanges } from '#portfolio/transaction.ts'
import { openDatabaseBackend } from '#tests/support/backend/each-database.ts'
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts'
import { listenForPostgresChanges } from './listener.ts'

async function listen() {
  const { ports } = await openDatabaseBackend('PostgreSQL')
  const { rows } = await sql<{ name: string }>`select current_database() as "name"`.execute(ports.db)
  const [onChange, onFailure] = [vi.fn(), vi.fn()]
  const stop = listenForPostgresChanges(new URL(`/${rows[0]?.name}`, inject('postgresUrl')).href, {
    onChange,
    onFailure,
  })
  onTestFinished(stop)
  const publish = () => publishChanges(ports, { about: 'studio' }, { about: 'studio' })
  // `onChange` is called when the connection has been opened.
  await expect.poll(() => onChange.mock.calls.length).toBe(1)
  const listeners = async () => {
    const found = await sql<{ pid: number }>`select "pid" from pg_stat_activity
      where datname = current_database() and query = 'listen changes'`.execute(ports.db)
    return found.rows.map(({ pid }) => pid)
  }
  return { ports, onChange, onFailure, stop, publish, listeners }
}

test('PostgreSQL: a commit of several changes causes one notification, and none follows after stopping', async () => {
  const { onChange, stop, publish, listeners } = await listen()
  await publish()
  await expect.poll(() => onChange.mock.calls.length).toBe(2)
  stop()
  await publish()
  await expect.poll(listeners).toEqual([])
  expect(onChange).toHaveBeenCalledTimes(2)
})

test('PostgreSQL: after its connection was cut, the listener reconnects and is notified of later changes', async () => {
  const { ports, onChange, onFailure, publish, listeners } = await listen()
  const [pid] = await listeners()
  await sql`select pg_terminate_backend(${pid})`.execute(ports.db)
  await expect.poll(() => onChange.mock.calls.length).toBe(2)
  await publish()
  await expect.poll(() => onChange.mock.calls.length).toBe(3)
  expect(await listeners()).toHaveLength(1)
  expect(onFailure).toHaveBeenCalledOnce()
})

test('PostgreSQL: the listener retries a server that closes every connection, until it is stopped', async () => {
  const [onChange, onFailure, attempts] = [vi.fn(), vi.fn(), vi.fn()]
  const server = createServer((socket) => {
    attempts()
    socket.destroy()
  })
  const url = `postgres://postgres@127.0.0.1:${await listenOnLoopback(server)}/postgres`
  const stop = listenForPostgresChanges(url, { onChange, onFailure })
  await expect.poll(() => attempts.mock.calls.length).toBeGreaterThan(2)
  stop()
  const count = attempts.mock.calls.length
  await wait(1_000)
  expect(attempts).toHaveBeenCalledTimes(count)
  expect(onFailure).toHaveBeenCalledOnce()
  expect(onChange).not.toHaveBeenCalled()
})

test('PostgreSQL: a certificate that cannot be read is reported and does not end the process', async () => {
  const [onChange, onFailure] = [vi.fn(), vi.fn()]
  const url = 'postgres://postgres@127.0.0.1/postgres?sslmode=verify-full&sslrootcert=/nowhere/root.crt'
  const stop = listenForPostgresChanges(url, { onChange, onFailure })
  await expect.poll(() => onFailure.mock.calls.length).toBe(1)
  stop()
})
