import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

test('a hash matches its password and no other', async () => {
  const hash = await hashPassword('teak and travertine')
  expect(await verifyPassword({ hash, password: 'teak and travertine' })).toBe(true)
  for (const password of ['teak and travertinE', 'teak and travertine ', '', '\0', hash]) {
    expect(await verifyPassword({ hash, password })).toBe(false)
  }
})

test('two hashes of the same password differ, and neither contains it', async () => {
  const [one, other] = await Promise.all([hashPassword('teak and travertine'), hashPassword('teak and travertine')])
  expect(one).not.toBe(other)
  for (const hash of [one, other]) {
    expect(hash).toMatch(/^argon2id\$[\w-]{22}\$[\w-]{43}$/)
    expect(hash).not.toContain('teak')
  }
})

test('composed and decomposed characters are the same password', async () => {
  const hash = await hashPassword('caf\u00e9 au lait')
  expect(await verifyPassword({ hash, password: 'cafe\u0301 au lait' })).toBe(true)
})

test('every character of a long password counts, even after a NUL', async () => {
  const hash = await hashPassword(`a\0${'🪑'.repeat(256)}`)
  expect(await verifyPassword({ hash, password: `a\0${'🪑'.repeat(256)}` })).toBe(true)
  expect(await verifyPassword({ hash, password: `a\0${'🪑'.repeat(255)}` })).toBe(false)
  expect(await verifyPassword({ hash, password: 'a' })).toBe(false)
})

test.each(['', 'plain', 'argon2id$', 'argon2id$$', 'argon2id$AAAA$', '$$$', 'argon2id$AAAAAAAAAAAAAAAAAAAAAA$AAAA'])(
  'a malformed hash matches no password: %j',
  async (hash) => expect(await verifyPassword({ hash, password: 'teak and travertine' })).toBe(false),
)

test('a password is hashed while all threads that read files are occupied', async () => {
  // Starts the hash thread and loads its module in advance.
  await hashPassword('teak and travertine')
  const pipe = join(await temporaryFolder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  // Opening a pipe for reading occupies a thread until the pipe is opened for writing. There are four threads.
  const readers = Array.from({ length: 4 }, () => open(pipe, constants.O_RDONLY))
  const hash = await hashPassword('teak and travertine')
  const writer = openSync(pipe, constants.O_RDWR)
  for (const reader of readers) await (await reader).close()
  closeSync(writer)
  expect(hash).toMatch(/^argon2id/)
})
