import { mapSide, textsOnPhotos, type ContrastMap } from '#portfolio/derivative/contrast-map.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import { heroLayouts, type Box, type HeroLayout, type HeroTexts, type WindowSize } from './hero-layout.ts'

/** The opacity of the scrims behind the navbar, the heading and the studio's name, from 0 to 1. */
export type HeroScrims = readonly [navbar: number, heading: number, name: number]

type HeroPhoto = Pick<PhotoView, 'width' | 'height' | 'focalX' | 'focalY'>

/** Windows of one shape: widths between which the layout changes continuously, and the limits of their heights. */
interface Shape {
  readonly widths: readonly number[]
  readonly heights: (width: number) => readonly [min: number, max: number]
}

/** Must match `heroShapes` in `app/pages/public/landing.tsx`. From 320×256, which is 1280×1024 at a zoom of 400 %. */
const shapes: readonly Shape[] = [
  { widths: [320, 360, 400, 480, 560, 639], heights: () => [640, 1400] },
  { widths: [640, 704, 768, 769, 896, 1023], heights: (width) => [width, 1600] },
  { widths: [320, 480, 639, 640, 768, 769, 896, 1023], heights: (width) => [256, Math.max(640, width)] },
  { widths: [1024, 1100, 1200, 1300, 1400, 1500, 1600, 1750, 1919], heights: () => [760, 2560] },
  { widths: [1920, 2240, 2560, 3000, 3440, 3840], heights: () => [760, 2160] },
  { widths: [1024, 1200, 1440, 1800, 2560, 3840], heights: () => [256, 760] },
]

const heightsPerWidth = 9

/** Which scrim is behind each of the `HeroBoxes`. */
const scrimOfBox = [0, 0, 1, 1, 1, 2] as const

/** For each shape of the window, the least scrim that makes the texts legible over the photo behind them. */
export function heroScrims(
  photo: HeroPhoto,
  map: ContrastMap,
  theme: 'light' | 'dark',
  texts: HeroTexts,
): HeroScrims[] {
  const { maxPercent } = textsOnPhotos[theme]
  const percents = Uint8Array.from({ length: mapSide * mapSide }, (_, cell) => map[cell]?.[theme] ?? maxPercent)
  const layoutsIn = heroLayouts(texts)
  return shapes.map(({ widths, heights }) => {
    const columns = widths.map((width) =>
      stepsBetween(heights(width)).map((height) => cellsBehindBoxes(photo, width, layoutsIn([width, height]))),
    )
    const needed = [0, 0, 0]
    for (let x = 1; x < columns.length; x++)
      for (let y = 1; y < heightsPerWidth; y++)
        for (const [box, scrim] of scrimOfBox.entries()) {
          const corners = [columns[x - 1]?.[y - 1], columns[x - 1]?.[y], columns[x]?.[y - 1], columns[x]?.[y]]
          const cells = unionOf(corners.flatMap((boxes) => boxes?.[box] ?? []))
          needed[scrim] = Math.max(needed[scrim] ?? 0, highest(percents, cells))
        }
    const [navbar = 0, heading = 0, name = 0] = needed
    return [navbar / 100, heading / 100, name / 100]
  })
}

/** Heights from `min` to `max` in a geometric progression. */
function stepsBetween([min, max]: readonly [min: number, max: number]): number[] {
  return Array.from({ length: heightsPerWidth }, (_, index) => min * (max / min) ** (index / (heightsPerWidth - 1)))
}

/** Rows and columns of the map, inclusive. */
interface CellRange {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** For each of the `HeroBoxes`, the cells of the map that are behind it in one of the layouts. */
function cellsBehindBoxes(photo: HeroPhoto, width: number, layouts: readonly HeroLayout[]): CellRange[] {
  const ranges = layouts.map(({ height, boxes }) => boxes.map((box) => cellsBehind(photo, [width, height], box)))
  return scrimOfBox.map((_, box) => unionOf(ranges.flatMap((boxes) => boxes[box] ?? [])))
}

/** The photo covers an area of this size around its focal point. */
function cellsBehind({ width, height, focalX, focalY }: HeroPhoto, [areaWidth, areaHeight]: WindowSize, box: Box) {
  const scale = Math.max(areaWidth / width, areaHeight / height)
  const [shownWidth, shownHeight] = [width * scale, height * scale]
  const cellAt = (position: number, hidden: number, size: number) =>
    Math.max(0, Math.min(mapSide - 1, Math.floor(((position + hidden) / size) * mapSide)))
  const column = (x: number) => cellAt(x, (shownWidth - areaWidth) * focalX, shownWidth)
  const row = (y: number) => cellAt(y, (shownHeight - areaHeight) * focalY, shownHeight)
  return { top: row(box.top), bottom: row(box.bottom), left: column(box.left), right: column(box.right) }
}

/** The smallest range that contains all of these: between two window sizes, a box may be over any cell in between. */
function unionOf(ranges: readonly CellRange[]): CellRange {
  return ranges.reduce((all, { top, bottom, left, right }) => ({
    top: Math.min(all.top, top),
    bottom: Math.max(all.bottom, bottom),
    left: Math.min(all.left, left),
    right: Math.max(all.right, right),
  }))
}

function highest(percents: Uint8Array, { top, bottom, left, right }: CellRange): number {
  let max = 0
  for (let row = top; row <= bottom; row++)
    for (let cell = row * mapSide + left; cell <= row * mapSide + right; cell++)
      max = Math.max(max, percents[cell] ?? 0)
  return max
}
