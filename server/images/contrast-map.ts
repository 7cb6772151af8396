import { formatContrastMap, mapSide, textsOnPhotos } from '#portfolio/derivative/contrast-map.ts'
import { resize, type DecodedImage } from './decode.ts'

/** Fine enough for stripes of two pixels on a large screen. */
const measuredWidth = 1_280
/** Above the 4.5 that WCAG requires, because browsers scale the photo differently. */
const requiredContrast = 4.65
/** Encoders and scaling exaggerate edges: by this share of the difference from the cell's mean. */
const overshoot = 0.15

/** The linear value of each channel value from 0 to 255: WCAG 2, relative luminance. */
const linear = Array.from({ length: 256 }, (_, value) =>
  value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
)

type TextOnPhoto = ReturnType<typeof prepare>

const light = prepare(textsOnPhotos.light)
const dark = prepare(textsOnPhotos.dark)

/** Measures how opaque the scrim behind text must be in each cell of the image, for its least favourable pixel. */
export async function measureContrast(image: DecodedImage): Promise<string> {
  const { data, info } = await resize(image, measuredWidth, 'srgb')
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const cells = Array.from({ length: mapSide * mapSide }, () => {
    return { light: 0, dark: 0, red: 0, green: 0, blue: 0, count: 0 }
  })
  // Takes a callback, so that no object is created for each of the million pixels.
  const forEachPixel = (visit: (at: number, cell: (typeof cells)[number]) => void) => {
    for (let y = 0; y < info.height; y++) {
      const row = Math.floor((y * mapSide) / info.height) * mapSide
      for (let x = 0; x < info.width; x++) {
        const cell = cells[row + Math.floor((x * mapSide) / info.width)]
        if (cell) visit((y * info.width + x) * info.channels, cell)
      }
    }
  }
  forEachPixel((at, cell) => {
    cell.red += data[at] ?? 0
    cell.green += data[at + 1] ?? 0
    cell.blue += data[at + 2] ?? 0
    cell.count++
  })
  forEachPixel((at, cell) => {
    const red = overshot(data[at] ?? 0, cell.red / cell.count)
    const green = overshot(data[at + 1] ?? 0, cell.green / cell.count)
    const blue = overshot(data[at + 2] ?? 0, cell.blue / cell.count)
    while (cell.light < light.maxPercent && !isLegible(red, green, blue, light, cell.light)) cell.light++
    while (cell.dark < dark.maxPercent && !isLegible(red, green, blue, dark, cell.dark)) cell.dark++
  })
  return formatContrastMap(cells)
}

function overshot(value: number, mean: number): number {
  return Math.round(Math.min(Math.max(value + (value - mean) * overshoot, 0), 255))
}

function isLegible(red: number, green: number, blue: number, { scrim, text }: TextOnPhoto, percent: number): boolean {
  const below = luminance(
    mix(red, scrim.red, percent),
    mix(green, scrim.green, percent),
    mix(blue, scrim.blue, percent),
  )
  return (Math.max(below, text) + 0.05) / (Math.min(below, text) + 0.05) >= requiredContrast
}

function mix(from: number, to: number, percent: number): number {
  return Math.round(from + ((to - from) * percent) / 100)
}

function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * (linear[red] ?? 0) + 0.7152 * (linear[green] ?? 0) + 0.0722 * (linear[blue] ?? 0)
}

/** In the result, `text` is a relative luminance from 0 to 1. */
function prepare({ text, scrim, maxPercent }: (typeof textsOnPhotos)['light' | 'dark']) {
  const [red, green, blue] = scrim
  return { text: luminance(text[0], text[1], text[2]), scrim: { red, green, blue }, maxPercent }
}
