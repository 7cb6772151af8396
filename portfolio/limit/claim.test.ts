import { expect } from 'vitest'
import { changeAsAdmin } from '#portfolio/account/as-admin.ts'
import { done } from '#portfolio/outcome.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { expectDone } from '#testing/parts.ts'
import { claim, giveBack, isOpen } from './claim.ts'
import { forgetOldTallies } from './forget.ts'

const limit = { name: 'knocks', most: 3, withinMs: 60_000 }

eachDatabase('so many at once as may, and not one more, also over two connections', async ({ parts, connect }) => {
  const other = connect()
  const claims = Array.from({ length: 40 }, (_, n) => claim(n % 2 ? parts.db : other, parts.now(), limit, 'anna'))
  expect((await Promise.all(claims)).filter((outcome) => outcome.ok)).toHaveLength(3)
  expectDone(await claim(parts.db, parts.now(), limit, 'bert'))
})

eachDatabase(
  'the count starts anew when its time is over, not later for those who go on trying',
  async ({ parts, pass }) => {
    for (let n = 0; n < 3; n++) expectDone(await claim(parts.db, parts.now(), limit, 'anna'))
    pass(59_000)
    expect(await claim(parts.db, parts.now(), limit, 'anna')).toMatchObject({ why: 'too-often', retryAfter: 1 })
    expect(await isOpen(parts.db, parts.now(), limit, 'anna')).toMatchObject({ why: 'too-often' })
    pass(1_000)
    expectDone(await isOpen(parts.db, parts.now(), limit, 'anna'))
    expectDone(await claim(parts.db, parts.now(), limit, 'anna'))
  },
)

eachDatabase('what is given back may be claimed again, and no more than that', async ({ parts }) => {
  await giveBack(parts.db, limit, 'anna')
  for (let n = 0; n < 9; n++) {
    expectDone(await claim(parts.db, parts.now(), limit, 'anna'))
    await giveBack(parts.db, limit, 'anna')
    await giveBack(parts.db, limit, 'anna')
  }
  for (let n = 0; n < 3; n++) expectDone(await claim(parts.db, parts.now(), limit, 'anna'))
  expect(await claim(parts.db, parts.now(), limit, 'anna')).toMatchObject({ ok: false })
})

eachDatabase('tallies that count for nothing are swept', async ({ parts, pass }) => {
  await claim(parts.db, parts.now(), limit, 'anna')
  await forgetOldTallies(parts)
  expect(await parts.db.selectFrom('tallies').select('key').execute()).toHaveLength(1)
  pass(25 * 60 * 60_000)
  await forgetOldTallies(parts)
  expect(await parts.db.selectFrom('tallies').select('key').execute()).toEqual([])
})

eachDatabase('an admin changes 120 things a minute, and hangs as many pictures as they like', async (house) => {
  const { parts, admin, pass } = house
  const change = () => changeAsAdmin(parts, admin, async () => done())
  for (let n = 0; n < 120; n++) expectDone(await change())
  expect(await change()).toMatchObject({ why: 'too-often' })
  expectDone(await changeAsAdmin(parts, admin, async () => done(), { counted: false }))
  pass(60_000)
  expectDone(await change())
})
