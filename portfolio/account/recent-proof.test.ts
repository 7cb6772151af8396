import { expect, test } from 'vitest'
import { hasRecentProof, recentProofMs } from './recent-proof.ts'

const provenAt = new Date('2026-11-23T10:00:00Z')
const after = (ms: number) => new Date(provenAt.getTime() + ms)

test('a proof is recent for ten minutes', () => {
  expect(recentProofMs).toBe(600_000)
  for (const ms of [0, recentProofMs]) expect(hasRecentProof({ provenAt }, after(ms))).toBe(true)
  expect(hasRecentProof({ provenAt }, after(recentProofMs + 1))).toBe(false)
})

test('a proof more than ten minutes ahead of the clock is not recent', () => {
  expect(hasRecentProof({ provenAt }, after(-recentProofMs - 1))).toBe(false)
})
