import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createChart } from '#tests/support/images/colour-chart.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { openImageProcessor } from './image-processor.ts'
import { uncropped } from '#tests/support/images/processor-stub.ts'

const images = openImageProcessor()
const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="PlantedXmp"/></rdf:RDF></x:xmpmeta>'
const metadata = [
  'PlantedMaker',
  'PlantedXmp',
  'xmpmeta',
  'PlantedComment',
  'PlantedIptc',
  'PlantedScript',
  'Exif\0\0',
  'GPS',
]

/** A chart with metadata of a camera and of an attacker. It has derivatives in both gamuts. */
async function chartWithMetadata(as: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  const image = sharp(await createChart('png'), { ignoreIcc: true })
    .keepIccProfile()
    .withExif({
      IFD0: { Make: 'PlantedMaker' },
      IFD3: { GPSLatitude: '53/1 28/1 0/1', GPSLatitudeRef: 'N', GPSMapDatum: 'GPS' },
    })
    .withXmp(xmp)
  const bytes = await image.toFormat(as, as === 'webp' ? { lossless: true } : {}).toBuffer()
  const appended = Buffer.from('<script>PlantedScript</script>')
  if (as !== 'jpeg') return as === 'png' ? Buffer.concat([bytes, appended]) : bytes
  const comment = segment(0xfe, 'PlantedComment')
  const iptc = segment(0xed, 'Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x10\x1c\x02\x78\0\x0bPlantedIptc')
  return Buffer.concat([bytes.subarray(0, 2), comment, iptc, bytes.subarray(2), appended])
}

function segment(marker: number, text: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([head, Buffer.from(text, 'latin1')])
}

test.each(['jpeg', 'png', 'webp'] as const)('no metadata of a %s is in any derivative', async (as) => {
  const path = join(await temporaryFolder(), 'original')
  const original = await chartWithMetadata(as)
  expect(metadata.filter((text) => original.includes(text)).length).toBeGreaterThanOrEqual(as === 'jpeg' ? 7 : 3)
  await writeFile(path, original)
  expect(await images.examine(path)).toMatchObject({ ok: true, value: { wide: true } })
  const encodings: string[] = []
  await images.derive(path, uncropped(160, 360), async ({ width }, derivatives) => {
    for (const { format, gamut, bytes } of derivatives) {
      encodings.push(`${width} ${gamut} ${format}`)
      const found = metadata.filter((text) => Buffer.from(bytes).includes(text))
      expect(found, `${width} ${gamut} ${format}`).toEqual([])
    }
  })
  expect(encodings).toHaveLength(4)
})
