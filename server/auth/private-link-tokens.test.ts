import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openPrivateLinkTokens } from './private-link-tokens.ts'

const secret = 'only-for-tests-only-for-tests-only'
const { create, read } = openPrivateLinkTokens(secret)
const [one, other] = [randomUUID(), randomUUID()]

test('a token is the same after a restart, so that the link can be copied again', () => {
  expect(openPrivateLinkTokens(secret).create(one)).toBe(create(one))
  expect(create(one)).not.toBe(create(other))
  expect(read(create(one))).toBe(one)
})

test('only tokens of this site are accepted', () => {
  const token = create(one)
  expect(read(openPrivateLinkTokens('another secret of another site').create(one))).toBeNull()
  const foreign = create(other).slice(0, 32) + one
  const changed = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
  for (const guess of [
    '',
    one,
    foreign,
    changed,
    `${token}0`,
    ` ${token}`,
    token.toUpperCase(),
    `${'\u0000'.repeat(32)}${one}`,
  ])
    expect(read(guess), JSON.stringify(guess)).toBeNull()
})
