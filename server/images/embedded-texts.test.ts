import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { captionedPhoto, photoFile, type EmbeddedText } from '#tests/support/images/photo-files.ts'
import { openImageProcessor } from './image-processor.ts'

const images = openImageProcessor()

async function textsOf(bytes: Uint8Array) {
  const path = join(await temporaryFolder(), 'original')
  await writeFile(path, bytes)
  return images.readTexts(path)
}

const captionOf = async (bytes: Uint8Array) => (await textsOf(bytes)).caption

test('a caption is read from XMP, IPTC or Exif, in this order', async () => {
  const [exif, iptc, xmp] = ['In Exif', 'In IPTC é', 'Oak &amp; lime']
  expect(await captionOf(await captionedPhoto({ exif }))).toBe('In Exif')
  expect(await captionOf(await captionedPhoto({ exif, iptc }))).toBe('In IPTC é')
  expect(await captionOf(await captionedPhoto({ exif, iptc, xmp }))).toBe('Oak & lime')
  expect(await captionOf(await photoFile())).toBe('')
})

test('a credit is the creator in XMP, the by-line in IPTC or the artist in Exif, in this order', async () => {
  const [exif, iptc, xmp] = ['In Exif', 'In IPTC é', 'Anna &amp; Ben']
  const creditOf = async (creator: EmbeddedText) => textsOf(await captionedPhoto({ iptc: 'A stair' }, { creator }))
  expect(await creditOf({ exif })).toEqual({ caption: 'A stair', credit: 'In Exif' })
  expect(await creditOf({ exif, iptc })).toEqual({ caption: 'A stair', credit: 'In IPTC é' })
  expect(await creditOf({ exif, iptc, xmp })).toEqual({ caption: 'A stair', credit: 'Anna & Ben' })
  expect((await creditOf({ iptc: 'é'.repeat(1_000) })).credit).toBe('é'.repeat(120))
  expect((await creditOf({})).credit).toBe('')
})

test.each(['png', 'webp', 'avif'] as const)('a caption is read from %s', async (format) => {
  const jpeg = await captionedPhoto({ exif: 'In Exif' })
  expect(await captionOf(await sharp(jpeg).keepExif().toFormat(format).toBuffer())).toBe('In Exif')
})

test('a caption is one line of limited length without control characters', async () => {
  expect(await captionOf(await captionedPhoto({ iptc: ' A\u0000 stair\r\n\tof\u202e oak\u0007 ' }))).toBe(
    'A stair of oak',
  )
  expect(await captionOf(await captionedPhoto({ iptc: 'é'.repeat(1_000) }))).toBe('é'.repeat(300))
})

test('reading the caption of damaged metadata does not throw', async () => {
  const jpeg = await captionedPhoto({ exif: 'In Exif', xmp: 'In XMP' })
  expect(await captionOf(jpeg.subarray(0, 20))).toBe('')
  expect(await captionOf(Buffer.alloc(0))).toBe('')
  const noise = Buffer.from(jpeg).fill(0xff, 30, 200)
  expect(typeof (await captionOf(noise))).toBe('string')
})

/** A photo whose XMP begins with this document type declaration. */
async function withDocumentType(documentType: string, description: string): Promise<Buffer> {
  const bytes = await captionedPhoto({ exif: 'In Exif', xmp: description })
  const at = bytes.indexOf('<x:xmpmeta')
  const length = bytes.lastIndexOf('\xff\xe1', at, 'latin1') + 2
  bytes.writeUInt16BE(bytes.readUInt16BE(length) + documentType.length, length)
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(documentType), bytes.subarray(at)])
}

test('XML entities are not expanded: XMP that declares them is ignored', async () => {
  expect(await captionOf(await withDocumentType('<!DOCTYPE x>', 'A stair'))).toBe('A stair')
  const doubled = Array.from({ length: 30 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`).join('')
  for (const [declaration, entity] of [
    ['<!ENTITY oak "of oak">', 'oak'],
    ['<!ENTITY oak SYSTEM "file:///etc/passwd">', 'oak'],
    [`<!ENTITY e0 "oak">${doubled}`, 'e30'],
  ] as const) {
    const bytes = await withDocumentType(`<!DOCTYPE x [${declaration}]>`, `A stair &${entity};`)
    expect(await captionOf(bytes), declaration).toBe('In Exif')
  }
})
