import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test('a password is known by its hash, another one is not', async () => {
  const hash = await hashPassword('teak and travertine')
  expect(await verifyPassword({ hash, password: 'teak and travertine' })).toBe(true)
  for (const password of ['teak and travertinE', 'teak and travertine ', '', '\0', hash]) {
    expect(await verifyPassword({ hash, password })).toBe(false)
  }
})

test('the same password has another hash each time, and is in none', async () => {
  const [one, other] = await Promise.all([hashPassword('teak and travertine'), hashPassword('teak and travertine')])
  expect(one).not.toBe(other)
  expect(one).toMatch(/^argon2id\$[\w-]{22}\$[\w-]{43}$/)
  expect(one).not.toContain('teak')
})

test('composed or not, the same characters are the same password', async () => {
  const hash = await hashPassword('caf\u00e9 au lait')
  expect(await verifyPassword({ hash, password: 'cafe\u0301 au lait' })).toBe(true)
})

test('all of a long password counts, also behind a NUL', async () => {
  const hash = await hashPassword(`a\0${'🪑'.repeat(256)}`)
  expect(await verifyPassword({ hash, password: `a\0${'🪑'.repeat(256)}` })).toBe(true)
  expect(await verifyPassword({ hash, password: `a\0${'🪑'.repeat(255)}` })).toBe(false)
  expect(await verifyPassword({ hash, password: 'a' })).toBe(false)
})

test.each(['', 'plain', 'argon2id$', 'argon2id$$', 'argon2id$AAAA$', '$$$', 'argon2id$AAAAAAAAAAAAAAAAAAAAAA$AAAA'])(
  'what is no hash opens nothing: %j',
  async (hash) => expect(await verifyPassword({ hash, password: 'teak and travertine' })).toBe(false),
)
