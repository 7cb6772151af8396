export interface HeroTexts {
  readonly name: string
  readonly landingWords: string
  /** The line at the bottom: name and city. */
  readonly location: string
  /** Below or beside the line at the bottom; may be empty. */
  readonly caption: string
}

/** The width and height of the window in CSS pixels. */
export type WindowSize = readonly [width: number, height: number]

/** A rectangle in CSS pixels of the page. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Two boxes of the navbar; then the heading, the words and the links below it; and the studio's name. */
export type HeroBoxes = readonly [Box, Box, Box, Box, Box, Box]

export interface HeroLayout {
  /** The photo covers the section: as high as the window, or higher if the texts require it. */
  readonly height: number
  readonly boxes: HeroBoxes
}

/** Assumed average letter widths in em: with these, a wrapped text has the fewest and the most lines it may need. */
const letterEm = { fewestLines: 0.4, mostLines: 0.56 } as const

/** The largest assumed average letter width in texts of one line: the name in the navbar and the line at the bottom. */
const wideLetterEm = 0.6

const minHeight = 560
const noteSize = 13
const wordsLineHeight = 1.35
const captionLineHeight = 1.3
const captionNumberWidth = 52
const captionMinHeight = 56
const noteLineHeight = 1.55

/** How much larger type is in windows wider than 2048 px; see `base.css`. Type sizes below are for a scale of 1. */
function typeScale(width: number): number {
  return clamp(16, width * 0.0078125, 24) / 16
}

/**
 * Where the texts over the hero are: the layout of `landing.module.css` and `navbar.module.css`, with some pixels to
 * spare. Returns two layouts: with the fewest and with the most lines that the texts may need.
 */
export function heroLayouts(texts: HeroTexts): (window: WindowSize) => readonly [HeroLayout, HeroLayout] {
  const layouts = (['fewestLines', 'mostLines'] as const).map((lines) => layoutWith(texts, lines))
  return (window) => layouts.map((layout) => layout(window)) as [HeroLayout, HeroLayout]
}

function layoutWith(texts: HeroTexts, lines: keyof typeof letterEm): (window: WindowSize) => HeroLayout {
  const linesOf = (text: string, size: number) => {
    const length = emsOf(text, letterEm[lines]) * size
    // Lines break between words, so a text may need one line more than its length suggests.
    const breaks = lines === 'mostLines' ? 1 : 0
    return (width: number) => length && Math.ceil(length / width) + breaks
  }
  const wordsLines = linesOf(texts.landingWords, 1)
  const captionLines = linesOf(texts.caption, noteSize)
  const locationLines = linesOf(texts.location, noteSize)
  const nameWidth = emsOf(texts.name, wideLetterEm) * 19
  const locationWidth = emsOf(texts.location, wideLetterEm) * noteSize

  return ([width, height]) => {
    const scale = typeScale(width)
    const left = clamp(20, width * 0.04, 72 * scale)
    const padding = clamp(20, width * 0.03, 40)
    const isBelow = width < 640
    const navbar = width > 768 ? 72 : 64
    const content = contentOf(width, height, left, navbar, wordsLines)

    // On phones, the caption is a row below the name. On wider screens it is beside the name and may be taller.
    const captionWidth = isBelow ? width - 2 * left : width / 2 - 2 * left - clamp(20, width * 0.02, 32)
    const captionText = captionLines(captionWidth / scale - captionNumberWidth) * noteSize * captionLineHeight * scale
    const caption = captionText && Math.max(captionMinHeight, captionText + 16)
    const location = locationLines((width - 2 * left) / scale) * 22 * scale
    // On wider screens, the name is as high above the lower edge as a caption of one line.
    const below = isBelow ? padding + caption : captionMinHeight / 2 - (noteLineHeight / 2) * noteSize * scale
    const nameRow = isBelow ? location : Math.max(location, caption - below, padding - below)

    const sectionHeight = Math.max(height, minHeight, content[2].bottom + nameRow + below)
    const nameBottom = sectionHeight - below
    const rows = { top: 4, bottom: navbar - 4 }
    return {
      height: sectionHeight,
      boxes: [
        { ...rows, left, right: Math.min(width, left + 46 + nameWidth * scale) },
        // Wide enough for the links of people who are logged in.
        { ...rows, left: width - left - (width > 768 ? 640 * scale : 48), right: width - left + 10 },
        ...content,
        {
          left,
          top: nameBottom - location,
          right: Math.min(width - left, left + locationWidth * scale),
          bottom: nameBottom + 2,
        },
      ],
    }
  }
}

/** The heading in two lines, the words below it, and the two links. */
function contentOf(
  width: number,
  height: number,
  left: number,
  navbar: number,
  wordsLines: (widthEm: number) => number,
): [Box, Box, Box] {
  const scale = typeScale(width)
  const headingTop = navbar + clamp(24, height * 0.09, 112)
  const headingSize = clamp(56 * scale, 51.2 * scale + width * 0.056, 144 * scale)
  const wordsTop = headingTop + headingSize * 1.88
  const wordsSize = clamp(21 * scale, 17.6 * scale + width * 0.009, 28 * scale)
  const wordsWidth = Math.min(width - 2 * left, wordsSize * 22)
  const lines = wordsLines(wordsWidth / wordsSize)
  const linksTop = wordsTop + (lines && clamp(16, width * 0.024, 32) + lines * wordsSize * wordsLineHeight)
  return [
    // The heading begins left of the margin, and its letters reach beyond its lines.
    {
      left: left - headingSize * 0.085,
      top: headingTop - headingSize * 0.17,
      right: left + headingSize * 3.75,
      bottom: wordsTop + headingSize * 0.16,
    },
    { left, top: wordsTop, right: lines ? left + wordsWidth : left, bottom: linksTop },
    {
      left,
      top: linksTop,
      right: Math.min(width - left, left + 330 * scale),
      bottom: linksTop + clamp(20, width * 0.035, 48) + 52,
    },
  ]
}

/** Chinese, Japanese and Korean characters are as wide as they are high. */
function emsOf(text: string, letter: number): number {
  const square = text.match(/[\u2E80-\uFFEF]/g)?.length ?? 0
  return (text.length - square) * letter + square
}

function clamp(min: number, value: number, max: number): number {
  return Math.min(Math.max(min, value), max)
}
