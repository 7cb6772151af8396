import { expect, test } from 'vitest'
import { keyOf, parseMissingFiles } from './missing-file.ts'

test('each missing file keeps a key of its own, even if another has the same name and size', () => {
  const stored = { name: 'oak.jpg', size: 7, alt: '' }
  const files = parseMissingFiles(JSON.parse(JSON.stringify([stored, stored, { ...stored, name: 'ash.jpg' }])))
  const keys = files.map(keyOf)
  expect(new Set(keys).size).toBe(3)
  expect(files.slice(1).map(keyOf)).toEqual(keys.slice(1))
})
