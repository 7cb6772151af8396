import { expect, test } from 'vitest'
import { fingerprintOf, sampleOffsets } from './fingerprint.ts'

const megabyte = 1024 * 1024
const content = (size: number) => new Uint8Array(size).map((_, index) => (index * 31 + (index >> 8)) % 251)
const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = 'a.jpg', lastModified = 1_000) =>
  new File([bytes], name, { lastModified })

test('the same file chosen again has the same fingerprint', async () => {
  const bytes = content(3 * megabyte)
  expect(await fingerprintOf(fileOf(bytes), 'p')).toBe(await fingerprintOf(fileOf(bytes.slice()), 'p'))
})

test('a different name, size, modification time, scope or content gives a different fingerprint', async () => {
  const bytes = content(3 * megabyte)
  const changedAt = (at: number) => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))
  const fingerprints = await Promise.all([
    fingerprintOf(fileOf(bytes), 'p'),
    fingerprintOf(fileOf(bytes), 'q'),
    fingerprintOf(fileOf(bytes, 'b.jpg'), 'p'),
    fingerprintOf(fileOf(bytes, 'a.jpg', 1_001), 'p'),
    fingerprintOf(fileOf(bytes.slice(1)), 'p'),
    fingerprintOf(fileOf(changedAt(0)), 'p'),
    fingerprintOf(fileOf(changedAt(bytes.length - 1)), 'p'),
  ])
  expect(new Set(fingerprints).size).toBe(fingerprints.length)
  for (const fingerprint of fingerprints) expect(fingerprint).toMatch(/^[0-9a-f]{32}$/)
})

test('samples include the first and last byte, and all bytes of a small file', () => {
  for (const size of [0, 1, 65_536, 65_537, 500_000, megabyte, 30 * megabyte]) {
    const offsets = sampleOffsets(size)
    expect(offsets[0], String(size)).toBe(0)
    expect(offsets.at(-1)).toBe(Math.max(0, size - 65_536))
    if (size > megabyte) expect(offsets).toHaveLength(16)
    expect(offsets.length).toBeLessThanOrEqual(16)
    const gaps = offsets.slice(1).map((start, index) => start - (offsets[index] ?? 0))
    if (size <= megabyte) expect(Math.max(0, ...gaps)).toBeLessThanOrEqual(65_536)
  }
})
