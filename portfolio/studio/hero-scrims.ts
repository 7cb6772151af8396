import { mapSide, textsOnPhotos, type ContrastMap } from '#portfolio/derivative/contrast-map.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'

/** The opacity of the scrims behind the navbar, the heading and the studio's name, from 0 to 1. */
export type HeroScrims = readonly [navbar: number, heading: number, name: number]

export interface HeroTexts {
  readonly name: string
  readonly landingWords: string
  /** The line at the bottom: name and city. */
  readonly location: string
}

/** A rectangle in CSS pixels of the window. */
interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

type Window = readonly [width: number, height: number]

/** For each shape of `heroShapes`, windows at its limits and common ones. */
const windowsOfShapes: readonly (readonly Window[])[] = [
  [
    [320, 568],
    [360, 640],
    [360, 740],
    [390, 844],
    [430, 932],
    [639, 640],
    [639, 960],
  ],
  [
    [640, 640],
    [640, 960],
    [768, 1024],
    [834, 1194],
    [1023, 1024],
    [1023, 1366],
  ],
  // The page is at least 560 pixels high.
  [
    [480, 560],
    [639, 560],
    [844, 560],
    [932, 560],
    [1023, 560],
    [1023, 700],
  ],
  [
    [1024, 640],
    [1024, 1366],
    [1280, 720],
    [1366, 768],
    [1440, 900],
    [1680, 1050],
    [1919, 900],
    [1919, 1200],
  ],
  [
    [1920, 900],
    [1920, 1200],
    [2560, 1080],
    [2560, 1440],
    [3440, 1440],
    [3840, 2160],
  ],
]

/** For each shape of the window, only as much scrim as the texts need over the parts of the photo behind them. */
export function heroScrims(
  photo: Pick<PhotoView, 'width' | 'height' | 'focalX' | 'focalY'>,
  map: ContrastMap,
  theme: 'light' | 'dark',
  texts: HeroTexts,
): HeroScrims[] {
  const { maxPercent } = textsOnPhotos[theme]
  const percentOf = (window: Window, boxes: readonly Box[]) =>
    Math.max(
      0,
      ...boxes.flatMap((box) => cellsBehind(photo, window, box)).map((cell) => map[cell]?.[theme] ?? maxPercent),
    )
  return windowsOfShapes.map((windows) => {
    const opacityOf = (boxesIn: (window: Window) => readonly Box[]) =>
      Math.max(...windows.map((window) => percentOf(window, boxesIn(window)))) / 100
    return [
      opacityOf((window) => navbarBoxes(window, texts)),
      opacityOf((window) => contentBoxes(window, texts)),
      opacityOf((window) => [locationBox(window, texts)]),
    ]
  })
}

/** The cells of the map that are visible in this part of the window, which the photo covers around its focal point. */
function cellsBehind(
  { width, height, focalX, focalY }: Pick<PhotoView, 'width' | 'height' | 'focalX' | 'focalY'>,
  [windowWidth, windowHeight]: Window,
  box: Box,
): number[] {
  const scale = Math.max(windowWidth / width, windowHeight / height)
  const [shownWidth, shownHeight] = [width * scale, height * scale]
  const indexes = (from: number, to: number, hidden: number, size: number) => {
    const first = Math.max(0, Math.floor(((from + hidden) / size) * mapSide))
    const last = Math.min(mapSide - 1, Math.floor(((to + hidden) / size) * mapSide))
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  }
  const columns = indexes(box.left, box.right, (shownWidth - windowWidth) * focalX, shownWidth)
  const rows = indexes(box.top, box.bottom, (shownHeight - windowHeight) * focalY, shownHeight)
  return rows.flatMap((row) => columns.map((column) => row * mapSide + column))
}

// The layout of `landing.module.css` and `navbar.module.css`, with some pixels to spare.

const between = (min: number, value: number, max: number) => Math.min(Math.max(min, value), max)
const marginOf = (width: number) => between(20, width * 0.04, 72)
const navbarHeight = (width: number) => (width > 768 ? 72 : 64)

function navbarBoxes([width]: Window, { name }: HeroTexts): Box[] {
  const margin = marginOf(width)
  const rows = { top: 10, bottom: navbarHeight(width) - 10 }
  return [
    { ...rows, left: margin, right: Math.min(width, margin + 46 + name.length * 11) },
    // Also the links of people who are logged in.
    { ...rows, left: width - margin - (width > 768 ? 640 : 48), right: width - margin + 10 },
  ]
}

/** The heading in two lines, the words below it, and the two links. */
function contentBoxes([width, height]: Window, { landingWords }: HeroTexts): Box[] {
  const left = marginOf(width)
  const headingTop = navbarHeight(width) + between(24, height * 0.09, 112)
  const headingSize = between(56, 51.2 + width * 0.056, 144)
  const wordsTop = headingTop + headingSize * 1.88
  const wordsSize = between(21, 17.6 + width * 0.009, 28)
  const wordsWidth = Math.min(width - 2 * left, wordsSize * 19)
  const lines = landingWords ? Math.ceil((landingWords.length * wordsSize * 0.5) / wordsWidth) + 1 : 0
  const linksTop = wordsTop + (lines && between(16, width * 0.024, 32) + lines * wordsSize * 1.35)
  return [
    { left, top: headingTop - 4, right: left + headingSize * 3.75, bottom: wordsTop + 4 },
    ...(lines ? [{ left, top: wordsTop, right: left + wordsWidth, bottom: linksTop }] : []),
    { left, top: linksTop, right: left + 330, bottom: linksTop + between(20, width * 0.035, 48) + 52 },
  ]
}

function locationBox([width, height]: Window, { location }: HeroTexts): Box {
  const margin = marginOf(width)
  const below = between(20, width * 0.03, 40)
  const right = Math.min(width - margin, margin + location.length * 8)
  const lines = Math.ceil((location.length * 8) / (width - 2 * margin))
  // On phones, the caption may be below.
  const caption = width < 640 ? below + 60 : 0
  return { left: margin, right, top: height - below - caption - lines * 22, bottom: height - below + 2 }
}
