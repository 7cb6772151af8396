import { expect, test } from 'vitest'
import { gainMapMetadata, readMap, ultraHdrFile } from '#tests/support/images/gain-map-files.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { findGainMap, type RangeReader } from './gain-map-file.ts'
import { readSegments, toSegment } from './jpeg-segments.ts'

const readerOf =
  (file: Buffer): RangeReader =>
  async (start, bytes) =>
    file.subarray(start, start + bytes)

const find = (file: Buffer) => findGainMap(readerOf(file))

/** The offset of the list of pictures. */
const listIn = (file: Buffer) => file.indexOf('MPF\0') + 4

/** The file with a little-endian list of pictures, which some cameras write. */
function littleEndian(file: Buffer): Buffer {
  const changed = Buffer.from(file)
  const list = changed.subarray(listIn(file))
  list.write('II*\0', 0, 'latin1')
  for (const at of [8, 10, 12, 22, 24, 34, 36]) list.subarray(at, at + 2).swap16()
  for (const at of [4, 14, 26, 30, 38, 42, 50, 54, 70, 74]) list.subarray(at, at + 4).swap32()
  return changed
}

test('the gain map is found in the list of pictures, in both byte orders', async () => {
  const file = await ultraHdrFile()
  const map = await find(file)
  expect(map?.metadata).toEqual(gainMapMetadata)
  expect(file.subarray(-(map?.jpeg.length ?? 0))).toEqual(map?.jpeg)
  expect(await readMap(file)).toMatchObject({ width: 150, height: 100 })
  expect(await find(littleEndian(file))).toEqual(map)
})

test('a file without a list, or with a damaged one, has no gain map', async () => {
  expect(await find(await photoFile())).toBeNull()
  const file = await ultraHdrFile()
  // Damages the offset of the directory, its number of entries, and the tag, the length and the offset of the list.
  for (const at of [4, 8, 34, 38, 42]) {
    const changed = Buffer.from(file)
    changed.fill(0xff, listIn(file) + at, listIn(file) + at + 2)
    // A number of entries that is too large does no harm: the list is among the first ones.
    expect(await find(changed), `at ${at}`).toEqual(at === 8 ? await find(file) : null)
  }
  for (let length = 0; length < 600; length += 7) expect(await find(file.subarray(0, length))).toBeNull()
})

test('only the beginning and the gain map of a large JPEG are read', async () => {
  const file = await ultraHdrFile()
  let read = 0
  const counting = async (large: Buffer) => {
    read = 0
    return findGainMap(async (start, bytes) => {
      const part = await readerOf(large)(start, bytes)
      read += part.length
      return part
    })
  }
  const after = Buffer.alloc(20 * 1024 * 1024)
  const map = await counting(Buffer.concat([file, after]))
  expect(map?.jpeg).toEqual((await find(file))?.jpeg)
  expect(read).toBeLessThan(3 * 1024 * 1024)
  expect(await counting(Buffer.concat([await photoFile(), after]))).toBeNull()
  expect(read).toBeLessThan(3 * 1024 * 1024)
})

test('an incomplete gain map is ignored', async () => {
  const file = await ultraHdrFile()
  expect(await find(file.subarray(0, -1))).toBeNull()
})

test('a JPEG with a million segments is rejected within half a second of CPU time', () => {
  const empty = toSegment(0xe5)
  const file = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(empty.length * 1_000_000, empty)])
  const started = process.cpuUsage().user
  expect(readSegments(file)).toBeNull()
  expect(process.cpuUsage().user - started).toBeLessThan(500_000)
})
