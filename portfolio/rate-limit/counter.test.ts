import { expect } from 'vitest'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { countAttempt, undoAttempt, checkLimit } from './counter.ts'

const limit = { name: 'test', max: 3, windowMs: 60_000 }

eachDatabase('simultaneous attempts over two connections cannot exceed the limit', async ({ ports, connect }) => {
  const other = connect()
  const attempts = Array.from({ length: 40 }, (_, n) =>
    countAttempt(n % 2 ? ports.db : other, ports.now(), limit, 'anna'),
  )
  expect((await Promise.all(attempts)).filter((result) => result.ok)).toHaveLength(3)
  expectOk(await countAttempt(ports.db, ports.now(), limit, 'bert'))
})

eachDatabase(
  'the count restarts when its window ends, and refused attempts do not extend the window',
  async ({ ports, advance }) => {
    for (let n = 0; n < 3; n++) expectOk(await countAttempt(ports.db, ports.now(), limit, 'anna'))
    advance(59_000)
    expect(await countAttempt(ports.db, ports.now(), limit, 'anna')).toMatchObject({ code: 'too-often', retryAfter: 1 })
    expect(await checkLimit(ports.db, ports.now(), limit, 'anna')).toMatchObject({ code: 'too-often' })
    advance(1_000)
    expectOk(await checkLimit(ports.db, ports.now(), limit, 'anna'))
    expectOk(await countAttempt(ports.db, ports.now(), limit, 'anna'))
  },
)

eachDatabase('an undone attempt does not count, and the count never falls below 0', async ({ ports }) => {
  await undoAttempt(ports.db, limit, 'anna')
  for (let n = 0; n < 9; n++) {
    expectOk(await countAttempt(ports.db, ports.now(), limit, 'anna'))
    await undoAttempt(ports.db, limit, 'anna')
    await undoAttempt(ports.db, limit, 'anna')
  }
  for (let n = 0; n < 3; n++) expectOk(await countAttempt(ports.db, ports.now(), limit, 'anna'))
  expect(await countAttempt(ports.db, ports.now(), limit, 'anna')).toMatchObject({ ok: false })
})

eachDatabase(
  'a window stored while the clock was ahead counts as over once the clock is corrected',
  async (backend) => {
    const { ports, shiftClock } = backend
    const day = 24 * 60 * 60_000
    shiftClock(3 * day)
    for (let n = 0; n < 9; n++) await countAttempt(ports.db, ports.now(), limit, 'anna')
    expect(await checkLimit(ports.db, ports.now(), limit, 'anna')).toMatchObject({ code: 'too-often' })
    shiftClock(-3 * day)
    expectOk(await checkLimit(ports.db, ports.now(), limit, 'anna'))
    for (let n = 0; n < 3; n++) expectOk(await countAttempt(ports.db, ports.now(), limit, 'anna'))
    expect(await countAttempt(ports.db, ports.now(), limit, 'anna')).toMatchObject({
      code: 'too-often',
      retryAfter: 60,
    })
  },
)

eachDatabase(
  'requests share one window even if they write in a different order than they read the clock',
  async ({ ports }) => {
    const now = ports.now().getTime()
    const results = []
    for (let n = 0; n < 9; n++) results.push(await countAttempt(ports.db, new Date(now - n * 1_000), limit, 'anna'))
    expect(results.filter((result) => result.ok)).toHaveLength(3)
  },
)
