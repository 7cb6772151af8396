import { expect } from 'vitest'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { countAttempt } from './counter.ts'
import { expireCounters } from './expire.ts'

const limit = { name: 'test', max: 3, windowMs: 60_000 }

eachDatabase('expired counters are deleted', async ({ ports, advance }) => {
  await countAttempt(ports.db, ports.now(), limit, 'anna')
  await expireCounters(ports)
  expect(await ports.db.selectFrom('tallies').select('key').execute()).toHaveLength(1)
  advance(25 * 60 * 60_000)
  await expireCounters(ports)
  expect(await ports.db.selectFrom('tallies').select('key').execute()).toEqual([])
})
