import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'heic')

/**
 * Reads a HEIC file, written by heif-enc 1.15 (libheif, x265), because sharp cannot write HEIC. `chart-p3` is the chart
 * of colour-chart.ts. `room-p3` has the word "Planted" in its GPS, XMP and EXIF metadata. `turned-1` to `turned-8` show
 * one image of four colours in each orientation, stored in EXIF and in `irot` and `imir`; decoders apply only the
 * latter. Each of the four tiles of `grid` is `turned-1` (ISO/IEC 23008-12, 6.6.2.3); their bytes are at the end of the
 * file. `alpha` is red on the left and transparent on the right.
 */
export function readHeicFile(
  name: 'chart-p3' | 'room-p3' | 'forty-eight-megapixels' | 'grid' | 'alpha' | `turned-${number}`,
): Promise<Buffer> {
  return readFile(join(folder, `${name}.heic`))
}
