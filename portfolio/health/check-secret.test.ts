import { expect } from 'vitest'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { checkSecret } from './check-secret.ts'

eachDatabase('a process whose secret differs from the previous one logs one warning', async ({ ports, logged }) => {
  const countWarnings = async (sha256: string) => {
    await checkSecret(ports, sha256)
    return logged.length
  }
  expect([await countWarnings('one'), await countWarnings('one')]).toEqual([0, 0])
  expect([await countWarnings('other'), await countWarnings('other')]).toEqual([1, 1])
  expect(logged[0]).toMatchObject({ level: 'warn', message: expect.stringContaining('SECRET') })
})
