import type { PhotoView } from '#portfolio/photo/photo.ts'
import { proportions } from '#portfolio/derivative/proportions.ts'
import type { PhotoFiles } from '#app/ui/photo/picture-sources.ts'
import {
  columns,
  cssNumber,
  minAspectRatio,
  phoneBreakpointPx,
  type SizesEntry,
} from '#app/ui/photo/sizes-attribute.ts'

// On wider screens, `max-height` makes the box wider than the crop.
const uprightPhones = `(max-width:${phoneBreakpointPx - 0.02}px) and (max-aspect-ratio:4/5)`
const uprightPhoneSizes = [{ below: phoneBreakpointPx, width: '100vw' }]

/** The files of a cover, and the widths at which the browser shows them. */
export function coverFiles(photo: PhotoView): PhotoFiles {
  return {
    photo,
    sizes: coverSizes(photo),
    boxes: [{ proportion: photo.upright ?? '4x5', media: uprightPhones, sizes: uprightPhoneSizes }],
  }
}

/** The box is 4:5 on phones and 16:9 elsewhere, at most 92 % of the viewport height; upright for an upright cover. */
function coverSizes({ width, height, upright }: PhotoView): SizesEntry[] {
  const aspectRatio = width / height
  const fillBox = (boxRatio: number) => ({ width: `100vw*${cssNumber(Math.max(1, aspectRatio / boxRatio))}` })
  if (upright) return uprightSizes(aspectRatio, proportions[upright].ratio)
  return [
    { media: minAspectRatio(0.92 * aspectRatio), width: '100vw' },
    { below: phoneBreakpointPx, ...fillBox(4 / 5) },
    { media: minAspectRatio((0.92 * 16) / 9), width: `92svh*${cssNumber(aspectRatio)}` },
    fillBox(16 / 9),
  ]
}

/** An upright box: full width on phones; elsewhere at most 92 % of the viewport height, in 7 columns from 1024 px. */
function uprightSizes(aspectRatio: number, boxRatio: number): SizesEntry[] {
  const scale = Math.max(1, aspectRatio / boxRatio)
  const byHeight = { width: `92svh*${cssNumber(boxRatio * scale)}` }
  return [
    { below: phoneBreakpointPx, width: `100vw*${cssNumber(scale)}` },
    { media: minAspectRatio(1.75 * boxRatio), ...byHeight },
    { below: 1024, media: minAspectRatio(boxRatio), ...byHeight },
    { ...columns(12, scale), below: 1024 },
    columns(7, scale),
  ]
}
