import { formatContrastMap, mapSide, textsOnPhotos } from '#portfolio/derivative/contrast-map.ts'
import { resize, type DecodedImage } from './decode.ts'

/** Fine enough for stripes of two pixels on a large screen. */
const measuredWidth = 1_280
/** Above the required 4.5, because browsers scale the photo in other ways. */
const requiredContrast = 4.65
/** Encoders and scaling exaggerate edges: by this share of the difference from the cell's mean. */
const overshoot = 0.15

type Colour = readonly [number, number, number]
type TextOnPhoto = (typeof textsOnPhotos)['light' | 'dark']

/** Measures for each cell of the image how opaque a scrim text needs over its least favourable pixel. */
export async function measureContrast(image: DecodedImage): Promise<string> {
  const { data, info } = await resize(image, measuredWidth, 'srgb')
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const cells = Array.from({ length: mapSide * mapSide }, () => ({ light: 0, dark: 0, sum: [0, 0, 0], count: 0 }))
  const forEachPixel = (visit: (pixel: Colour, cell: (typeof cells)[number]) => void) => {
    for (let y = 0; y < info.height; y++) {
      const row = Math.floor((y * mapSide) / info.height) * mapSide
      for (let x = 0; x < info.width; x++) {
        const cell = cells[row + Math.floor((x * mapSide) / info.width)]
        const at = (y * info.width + x) * info.channels
        if (cell) visit([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0], cell)
      }
    }
  }
  forEachPixel((pixel, cell) => {
    cell.sum = cell.sum.map((sum, channel) => sum + (pixel[channel] ?? 0))
    cell.count++
  })
  forEachPixel((pixel, cell) => {
    const [red = 0, green = 0, blue = 0] = pixel.map((value, channel) => {
      const mean = (cell.sum[channel] ?? 0) / cell.count
      return Math.round(Math.min(Math.max(value + (value - mean) * overshoot, 0), 255))
    })
    cell.light = atLeast(cell.light, [red, green, blue], textsOnPhotos.light)
    cell.dark = atLeast(cell.dark, [red, green, blue], textsOnPhotos.dark)
  })
  return formatContrastMap(cells)
}

/** The lowest percentage from `percent` on that gives the text enough contrast on this pixel. */
function atLeast(percent: number, pixel: Colour, onPhoto: TextOnPhoto): number {
  let needed = percent
  while (needed < onPhoto.maxPercent && contrast(blend(pixel, onPhoto.scrim, needed), onPhoto.text) < requiredContrast)
    needed++
  return needed
}

function blend(pixel: Colour, [red, green, blue]: Colour, percent: number): Colour {
  const mix = (from: number, to: number) => Math.round(from + ((to - from) * percent) / 100)
  return [mix(pixel[0], red), mix(pixel[1], green), mix(pixel[2], blue)]
}

function contrast(one: Colour, other: Colour): number {
  const [first, second] = [luminance(one) + 0.05, luminance(other) + 0.05]
  return Math.max(first, second) / Math.min(first, second)
}

/** Of each channel from 0 to 255. See WCAG 2, relative luminance. */
const linear = Array.from({ length: 256 }, (_, value) =>
  value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
)

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * (linear[red] ?? 0) + 0.7152 * (linear[green] ?? 0) + 0.0722 * (linear[blue] ?? 0)
}
