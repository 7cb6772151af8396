import type { EmbeddedTexts } from '#portfolio/photo/photo.ts'
import { photoLimits } from '#portfolio/photo/photo-limits.ts'
import { readRange } from './read-range.ts'

/** Nearly every file has its metadata before the pixels. */
const headBytes = 2 * 1024 * 1024

/** Reads the description and the author of the picture from its metadata (XMP, IPTC, Exif); empty if there are none. */
export async function readEmbeddedTexts(path: string): Promise<EmbeddedTexts> {
  const { default: reader } = await import('exifreader')
  const head = await readRange(path, 0, headBytes)
  try {
    const { xmp, iptc, exif } = reader.load(head, { expanded: true })
    const byLine = iptc?.['By-line']
    const captions = [xmp?.['description'], iptc?.['Caption/Abstract'], exif?.ImageDescription]
    const credits = [xmp?.['creator'], Array.isArray(byLine) ? byLine[0] : byLine, exif?.Artist]
    return { caption: firstText(captions, photoLimits.alt), credit: firstText(credits, photoLimits.credit) }
  } catch {
    // Damaged metadata does not make the photo unusable.
    return { caption: '', credit: '' }
  }
}

function firstText(tags: readonly ({ readonly description?: unknown } | undefined)[], maxLength: number): string {
  return tags.map((tag) => toPlainText(tag?.description, maxLength)).find((text) => text !== '') ?? ''
}

function toPlainText(value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return ''
  const line = value
    .slice(0, 4 * maxLength)
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/\p{C}/gu, '')
  return Array.from(line.trim()).slice(0, maxLength).join('').trim()
}
