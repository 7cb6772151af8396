import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { readColourCodes } from './colour-codes.ts'

async function codesOf(bytes: Uint8Array) {
  const path = join(await temporaryFolder(), 'original')
  await writeFile(path, bytes)
  return readColourCodes(path)
}

const u16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]))

function box(type: string, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u16(0, body.length + 8), Buffer.from(type), body])
}

const nclx = (primaries: number, transfer: number) =>
  box('colr', Buffer.from('nclx'), u16(primaries, transfer, 6), Buffer.of(0x80))

/** An AVIF whose primary image is item 2; item 1 is an HDR version of it. `ipma` refers to the properties of both. */
function withTwoItems(ipma: Buffer): Buffer {
  const properties = box('ipco', nclx(9, 16), nclx(12, 13))
  const meta = box('meta', u16(0, 0), box('pitm', u16(0, 0, 2)), box('iprp', properties, box('ipma', ipma)))
  return Buffer.concat([box('ftyp', Buffer.from('avif')), meta])
}

const associations = {
  'of one byte': Buffer.concat([u16(0, 0, 0, 2), u16(1), Buffer.of(1, 0x81), u16(2), Buffer.of(1, 2)]),
  'of two bytes': Buffer.concat([u16(0, 1, 0, 2), u16(1), Buffer.of(1), u16(0x8001), u16(2), Buffer.of(1), u16(2)]),
  'with long ids': Buffer.concat([u16(0x0100, 0, 0, 2), u16(0, 1), Buffer.of(1, 1), u16(0, 2), Buffer.of(1, 0x82)]),
}

test.each(Object.entries(associations))(
  'the codes of the primary image are read, with associations %s',
  async (_, ipma) => {
    expect(await codesOf(withTwoItems(ipma))).toEqual({ primaries: 12, transfer: 13 })
  },
)

test('the result is null without codes or with damaged boxes, but a wrong number of items does no harm', async () => {
  expect(await codesOf(await photoFile({ as: 'avif' }))).toBeNull()
  expect(await codesOf(Buffer.of())).toBeNull()
  const whole = withTwoItems(associations['of one byte'])
  for (let length = 0; length < whole.length; length++) expect(await codesOf(whole.subarray(0, length))).toBeNull()
  // A reference to a property that does not exist; a box length of 4 GB; a number of items that is too large.
  for (const [at, value, expected] of [
    [whole.length - 1, 9, null],
    [whole.indexOf('ipco') - 4, 0xff, null],
    [whole.indexOf('ipma') + 10, 1, { primaries: 12, transfer: 13 }],
  ] as const) {
    const changed = Buffer.from(whole)
    changed[at] = value
    expect(await codesOf(changed), String(at)).toEqual(expected)
  }
})
