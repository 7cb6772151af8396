import type { PhotoView } from '#portfolio/photo/photo.ts'
import { columns, cssNumber, onPhones, phoneBreakpointPx, type SizesEntry } from '#app/ui/photo/sizes-attribute.ts'
import type { GalleryCell } from './compose-gallery.ts'

type Dimensions = Pick<PhotoView, 'width' | 'height'>

/** There is more space after every sixth row. */
const rowsBetweenPauses = 6
const phone = `(max-width:${phoneBreakpointPx - 0.02}px)`
const wider = `(min-width:${phoneBreakpointPx}px)`

/**
 * The CSS rules for the list with this `useId` id: the aspect ratio of each image, so that its height is known before
 * it is rendered, and its cell. Contains only the id and numbers, as `InlineCss` requires.
 */
export function galleryCss(id: string, images: readonly Dimensions[], cells: readonly GalleryCell[]): string {
  const ratios = rulesFor(id, images, ({ width, height }) => `--ratio:${cssNumber(width / height)}`)
  const areas = rulesFor(id, cells, ({ row, column, columns }) => {
    const pause = row > 1 && row % rowsBetweenPauses === 1 ? ';margin-top:var(--pause)' : ''
    return `grid-area:${row}/${column}/auto/span ${columns}${pause}`
  })
  return `${ratios}@media screen and ${wider}{${areas}}`
}

/** The CSS rules that stack compared images, if scripts can move the divider between them. */
export function comparisonCss(id: string, cells: readonly GalleryCell[]): string {
  if (!cells.some(({ compared }) => compared)) return ''
  let phoneRow = 0
  const phoneRows = rulesFor(id, cells, ({ compared }) => {
    if (compared?.as !== 'after') phoneRow += 1
    return `grid-area:${phoneRow}/1`
  })
  const ratios = rulesFor(id, cells, ({ compared }) => compared && `--ratio:${cssNumber(compared.ratio)}`)
  const areas = rulesFor(
    id,
    cells,
    ({ row, compared }) => compared && `grid-area:${row}/1/auto/span ${compared.columns}`,
  )
  const screen = '@media screen and (scripting:enabled)'
  return `${screen}{${ratios}}${screen} and ${phone}{${phoneRows}}${screen} and ${wider}{${areas}}`
}

function rulesFor<Item>(
  id: string,
  items: readonly Item[],
  declarationsOf: (item: Item) => string | undefined,
): string {
  return items
    .map(declarationsOf)
    .map((declarations, index) => declarations && `#${id}>:nth-child(${index + 1}){${declarations}}`)
    .join('')
}

/** Must match the widths in `gallery.module.css`. With `isStacked`, compared images are stacked. */
export function galleryImageSizes({ width, height }: Dimensions, cell: GalleryCell, isStacked: boolean): SizesEntry[] {
  const ratio = width / height
  const { compared, columns: count } = cell
  if (!compared || !isStacked) return [onPhones(boxWidth(ratio)), columns(count)]
  // Wider than the box if it is cropped.
  const scale = Math.max(1, ratio / compared.ratio)
  return [onPhones(boxWidth(compared.ratio) * scale), columns(compared.columns, scale)]
}

/** On phones, images are at most twice as tall as the page is wide. */
function boxWidth(ratio: number): number {
  return Math.min(1, ratio * 2)
}
