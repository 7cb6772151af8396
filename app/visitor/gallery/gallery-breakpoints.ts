import type { PhotoView } from '#portfolio/photo/photo.ts'
import { cssNumber, type SizesEntry } from '#app/ui/photo/sizes-attribute.ts'
import { layOutRows, type RowItem } from './justified-rows.ts'

/** The ideal aspect ratio of a row by viewport width. Narrower viewports have one image per row. */
const breakpoints = [
  { minWidth: 640, idealRatio: 2.1 },
  { minWidth: 1024, idealRatio: 2.6 },
  { minWidth: 1800, idealRatio: 3.2 },
] as const

/** The layout for viewports at least `minWidth` CSS pixels wide, with one item for each image. */
export interface GalleryLayout {
  readonly minWidth: number
  readonly items: readonly RowItem[]
}

export function layOutGallery(images: readonly Pick<PhotoView, 'width' | 'height'>[]): GalleryLayout[] {
  const ratios = images.map((image) => image.width / image.height)
  return [
    { minWidth: 0, items: ratios.map(fullWidth) },
    ...breakpoints.map(({ minWidth, idealRatio }) => ({ minWidth, items: layOutRows(ratios, idealRatio) })),
  ]
}

/** The aspect ratio of each image, so that its height is known before it is rendered. Only numbers, see `layoutCss`. */
export function proportionsCss(id: string, images: readonly Pick<PhotoView, 'width' | 'height'>[]): string {
  return images
    .map(({ width, height }, index) => `#${id}>:nth-child(${index + 1}){--ratio:${cssNumber(width / height)}}`)
    .join('')
}

/** An image alone in its row, at most twice as high as the row is wide. */
function fullWidth(ratio: number): RowItem {
  return { share: Math.min(1, ratio * 2), gaps: 0 }
}

/** The CSS rules for the list with this `useId` id. Contains only the id and numbers, as `InlineCss` requires. */
export function layoutCss(id: string, layouts: readonly GalleryLayout[]): string {
  const ruleFor = (item: RowItem, index: number) =>
    `#${id}>:nth-child(${index + 1}){--share:${item.share.toFixed(5)};--gaps:${item.gaps}}`
  return layouts
    .map(({ minWidth, items }) => `@media (min-width:${minWidth}px){${items.map(ruleFor).join('')}}`)
    .join('')
}

/** Must match the widths in `gallery.module.css`. */
export function galleryImageSizes(layouts: readonly GalleryLayout[], index: number): SizesEntry[] {
  return layouts.map(({ minWidth, items }, layoutIndex): SizesEntry => {
    const { share, gaps } = items[index] ?? fullWidth(1)
    const below = layouts[layoutIndex + 1]?.minWidth
    // The page's margins and the gaps are constant on phones and on wide screens.
    if (!minWidth) return { below, width: `(100vw - 40px)*${cssNumber(share)}` }
    if (below) return { below, width: `${cssNumber((92 - 1.7 * gaps) * share)}vw` }
    return { width: `(100vw - ${144 + 32 * gaps}px)*${cssNumber(share)}` }
  })
}
