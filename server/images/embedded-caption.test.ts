import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/each-database.ts'
import { captionedPhoto, photoFile } from '#tests/support/images/photo-files.ts'
import { openImageProcessor } from './image-processor.ts'

const images = openImageProcessor()

async function captionOf(bytes: Uint8Array): Promise<string> {
  const path = join(await temporaryFolder(), 'original')
  await writeFile(path, bytes)
  return images.readCaption(path)
}

test('a caption is read from XMP, IPTC or Exif, in this order', async () => {
  const [exif, iptc, xmp] = ['In Exif', 'In IPTC é', 'Oak &amp; lime']
  expect(await captionOf(await captionedPhoto({ exif }))).toBe('In Exif')
  expect(await captionOf(await captionedPhoto({ exif, iptc }))).toBe('In IPTC é')
  expect(await captionOf(await captionedPhoto({ exif, iptc, xmp }))).toBe('Oak & lime')
  expect(await captionOf(await photoFile())).toBe('')
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

test('damaged metadata has no caption', async () => {
  const jpeg = await captionedPhoto({ exif: 'In Exif', xmp: 'In XMP' })
  expect(await captionOf(jpeg.subarray(0, 20))).toBe('')
  expect(await captionOf(Buffer.alloc(0))).toBe('')
  const noise = Buffer.from(jpeg).fill(0xff, 30, 200)
  expect(typeof (await captionOf(noise))).toBe('string')
})

test('entities of XML are not expanded', async () => {
  const entity = '<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]>'
  const bytes = await captionedPhoto({ xmp: 'A &file; stair' })
  const at = bytes.indexOf('<x:xmpmeta')
  expect(
    await captionOf(Buffer.concat([bytes.subarray(0, at), Buffer.from(entity), bytes.subarray(at)])),
  ).not.toContain('root')
})
