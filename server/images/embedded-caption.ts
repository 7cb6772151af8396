import { photoLimits } from '#portfolio/photo/photo.ts'
import { readRange } from './read-range.ts'

/** Nearly every file has its metadata in front of the pixels. */
const headBytes = 2 * 1024 * 1024

/** The description of the picture in the metadata of the file (XMP, IPTC, Exif); empty if there is none. */
export async function readEmbeddedCaption(path: string): Promise<string> {
  const { default: reader } = await import('exifreader')
  const head = await readRange(path, 0, headBytes)
  try {
    const { xmp, iptc, exif } = reader.load(head, { expanded: true })
    const tags = [xmp?.['description'], iptc?.['Caption/Abstract'], exif?.ImageDescription]
    return tags.map((tag) => toPlainText(tag?.description)).find((text) => text !== '') ?? ''
  } catch {
    // Damaged metadata does not make the photo unusable.
    return ''
  }
}

/** One line, as long as an alt text may be, without control and format characters. */
function toPlainText(value: unknown): string {
  if (typeof value !== 'string') return ''
  const line = value
    .slice(0, 4 * photoLimits.alt)
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/\p{C}/gu, '')
  return Array.from(line.trim()).slice(0, photoLimits.alt).join('').trim()
}
