import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { chart } from '#testing/chart.ts'
import { temporaryFolder } from '#testing/each-database.ts'
import { openPictures } from './pictures.ts'

const pictures = openPictures()
const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="PlantedXmp"/></rdf:RDF></x:xmpmeta>'
const marks = [
  'PlantedMaker',
  'PlantedXmp',
  'xmpmeta',
  'PlantedComment',
  'PlantedIptc',
  'PlantedScript',
  'Exif\0\0',
  'GPS',
]

/** A chart with colours beyond sRGB, so that every kind of derivative is made, and all that a camera or a rogue adds. */
async function marked(as: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  const told = sharp(await chart('png'), { ignoreIcc: true })
    .keepIccProfile()
    .withExif({
      IFD0: { Make: 'PlantedMaker' },
      IFD3: { GPSLatitude: '53/1 28/1 0/1', GPSLatitudeRef: 'N', GPSMapDatum: 'GPS' },
    })
    .withXmp(xmp)
  const bytes = await told.toFormat(as, as === 'webp' ? { lossless: true } : {}).toBuffer()
  const behind = Buffer.from('<script>PlantedScript</script>')
  if (as !== 'jpeg') return as === 'png' ? Buffer.concat([bytes, behind]) : bytes
  const comment = segment(0xfe, 'PlantedComment')
  const iptc = segment(0xed, 'Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x10\x1c\x02\x78\0\x0bPlantedIptc')
  return Buffer.concat([bytes.subarray(0, 2), comment, iptc, bytes.subarray(2), behind])
}

function segment(marker: number, text: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([head, Buffer.from(text, 'latin1')])
}

test.each(['jpeg', 'png', 'webp'] as const)('nothing that was planted in a %s is in any derivative', async (as) => {
  const path = join(await temporaryFolder(), 'arrived')
  const original = await marked(as)
  expect(marks.filter((mark) => original.includes(mark)).length).toBeGreaterThanOrEqual(as === 'jpeg' ? 7 : 3)
  await writeFile(path, original)
  expect(await pictures.examine(path)).toMatchObject({ ok: true, value: { wide: true } })
  const kinds: string[] = []
  await pictures.derive(path, [160, 360], async (width, derivatives) => {
    for (const { format, gamut, bytes } of derivatives) {
      kinds.push(`${width} ${gamut} ${format}`)
      const found = marks.filter((mark) => Buffer.from(bytes).includes(mark))
      expect(found, `${width} ${gamut} ${format}`).toEqual([])
    }
  })
  expect(kinds).toHaveLength(10)
})
