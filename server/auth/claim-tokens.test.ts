import { expect, test } from 'vitest'
import { openClaimTokens } from './claim-tokens.ts'

const { create, verify } = openClaimTokens('only-for-tests-only-for-tests-only')

test('the token of a claim is the same after a restart, and has 192 bits', () => {
  const { create: again } = openClaimTokens('only-for-tests-only-for-tests-only')
  expect(again('a')).toBe(create('a'))
  expect(Buffer.from(create('a'), 'base64url')).toHaveLength(24)
  expect(create('a')).not.toBe(create('b'))
})

test('a token is valid only for its claim and its site', () => {
  expect(verify(create('a'), 'a')).toBe(true)
  expect(verify(create('b'), 'a')).toBe(false)
  expect(verify(openClaimTokens('another secret of another site').create('a'), 'a')).toBe(false)
  for (const token of ['', 'a', `${create('a')}=`, ` ${create('a')}`, create('a').slice(1), '\u0000'.repeat(32)])
    expect(verify(token, 'a'), JSON.stringify(token)).toBe(false)
})
