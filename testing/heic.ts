import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'photographs')

/**
 * HEIC pictures of a real encoder (heif-enc 1.15 of libheif, x265): sharp writes none.
 * `chart-p3` is testing/chart.ts. `room-p3` was a JPEG with GPS, XMP and EXIF that say "Planted". `turned-1` to
 * `turned-8` are one picture of four colours held as a phone is held, which says so twice, in EXIF and by `irot` and
 * `imir`; only the second counts.
 */
export function heic(name: 'chart-p3' | 'room-p3' | 'forty-eight-megapixels' | `turned-${number}`): Promise<Buffer> {
  return readFile(join(folder, `${name}.heic`))
}
