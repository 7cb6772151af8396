import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { Project } from '#portfolio/project/project.ts'
import { beginsWithCover } from './begins-with-cover.ts'

/** The properties that determine the cell of an image. */
export type ComposedImage = Pick<PhotoView, 'width' | 'height' | 'kind' | 'layout'>

/** Where an image is in the page's 12 columns: its 1-based row and first column, and how many columns it spans. */
export interface GalleryCell {
  readonly row: number
  readonly column: number
  readonly columns: number
  readonly compared?: ComparedImage
}

/** One of two compared images, and the box in which they are stacked. */
export interface ComparedImage {
  readonly as: 'before' | 'after'
  readonly ratio: number
  readonly columns: number
}

type CellInRow = Omit<GalleryCell, 'row'>
type RowStyle = (typeof landscapeRows)[number]

/** The first of the columns that the text of a project fills. */
const textColumn = 6
/** The maximum height of an image in `largestColumns`, as a fraction of the gallery's width. */
const maxHeight = 0.6
/** The styles of rows that begin with a landscape, in turn. `wide` and `narrow` describe the first of two images. */
const landscapeRows = ['left', 'wide', 'right', 'narrow', 'left', 'small'] as const

/**
 * Places images row by row: one large image, two of different widths, two uprights, or a small one beside empty space.
 * Drawings, plans and very wide or tall images are alone. An image with a `layout` is placed by it instead. A cell
 * depends on the images before it and on the next one, so that adding or removing images leaves the rows above theirs
 * unchanged, except that a last image without a partner moves when another is added below it. With
 * `hasSeparateFirstRow`, the first image has its own row, which does not affect the others.
 */
export function composeGallery(images: readonly ComposedImage[], hasSeparateFirstRow = false): GalleryCell[] {
  const cells: GalleryCell[] = []
  let landscapes = 0
  for (let image = images[0], row = 1; image; image = images[cells.length], row++) {
    const isSeparate = hasSeparateFirstRow && row === 1
    const isCounted = !isSeparate && !image.layout && shapeOf(image) === 'landscape'
    const style = landscapeRows[isCounted ? landscapes++ % landscapeRows.length : 0] ?? 'left'
    const inRow = isSeparate ? [largeCell(image, 'left')] : cellsInRow(image, images[cells.length + 1], style)
    cells.push(...inRow.map((cell) => ({ row, ...cell })))
  }
  return cells
}

/** The gallery that visitors see below the cover. Composed on the server, so that they do not download the code. */
export function composeBelowCover(project: Project): { firstIndex: number; cells: GalleryCell[] } {
  const firstIndex = beginsWithCover(project) ? 1 : 0
  return { firstIndex, cells: composeGallery(project.images.slice(firstIndex)) }
}

/** The cell of an image and, if it joins the row, of the next one. */
function cellsInRow(image: ComposedImage, next: ComposedImage | undefined, style: RowStyle): CellInRow[] {
  if (image.layout === 'full') return [{ column: 1, columns: 12 }]
  if (image.layout && next && next.layout !== 'full') return layoutPair(image, next)
  const shape = shapeOf(image)
  if (shape === 'alone') return [cellAlone(image)]
  if (shape === 'upright') return pair(uprightColumns(image), image, next)
  if (style === 'wide' || style === 'narrow') return pair(style === 'wide' ? 7 : 5, image, next)
  return [style === 'small' ? cellBesideSpace(image) : largeCell(image, style)]
}

/** Two images that an admin has put into one row, of about the same height. */
function layoutPair(image: ComposedImage, next: ComposedImage): CellInRow[] {
  const share = ratioOf(image) / (ratioOf(image) + ratioOf(next))
  const columns = Math.min(8, Math.max(4, Math.round(12 * share)))
  const [first, second] = [
    { column: 1, columns },
    { column: columns + 1, columns: 12 - columns },
  ]
  if (image.layout === 'pair') return [first, second]
  const box = { ratio: ratioOf(image), columns: largestColumns(image) }
  return [
    { ...first, compared: { as: 'before', ...box } },
    { ...second, compared: { as: 'after', ...box } },
  ]
}

/** An image and the next one. The last image is in the columns of the text. */
function pair(columns: number, image: ComposedImage, next: ComposedImage | undefined): CellInRow[] {
  if (!next) return [cellBesideSpace(image)]
  const first = { column: 1, columns }
  const nextShape = next.layout ? 'alone' : shapeOf(next)
  if (nextShape === 'alone') return [first]
  const column = columns < textColumn ? textColumn : columns + 1
  return [first, { column, columns: nextShape === 'landscape' ? 13 - column : uprightColumns(next) }]
}

function cellBesideSpace(image: ComposedImage): CellInRow {
  return { column: textColumn, columns: shapeOf(image) === 'landscape' ? 7 : uprightColumns(image) }
}

function largeCell(image: ComposedImage, side: 'left' | 'right'): CellInRow {
  const columns = largestColumns(image)
  return { column: side === 'left' ? 1 : 13 - columns, columns }
}

/** In the middle; a tall image begins where the text begins. */
function cellAlone(image: ComposedImage): CellInRow {
  const columns = largestColumns(image)
  return { column: columns < 7 ? textColumn : 1 + (12 - columns) / 2, columns }
}

/** The most columns in which an image is not taller than `maxHeight`; at least 2. */
function largestColumns(image: ComposedImage): number {
  return [12, 10, 8, 6, 5, 4, 3].find((columns) => columns / 12 <= maxHeight * ratioOf(image)) ?? 2
}

function uprightColumns(image: ComposedImage): number {
  return ratioOf(image) < 0.6 ? 4 : 5
}

function shapeOf({ kind, ...image }: ComposedImage): 'landscape' | 'upright' | 'alone' {
  const ratio = ratioOf(image)
  if (kind === 'drawing' || kind === 'plan' || ratio >= 2.4 || ratio < 0.4) return 'alone'
  return ratio >= 1.2 ? 'landscape' : 'upright'
}

function ratioOf({ width, height }: Pick<PhotoView, 'width' | 'height'>): number {
  return width / height
}
