import { preload } from 'react-dom'
import { encodingsOf, srcsetOf } from '#portfolio/derivative/derivatives.ts'
import type { Proportion } from '#portfolio/derivative/proportions.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import { sizesAttribute, type SizesEntry } from './sizes-attribute.ts'

/** A box of a fixed proportion that the photo fills if `media` matches; the first such box applies. */
export interface PhotoBox {
  readonly proportion: Proportion
  readonly media?: string
  /** How wide the crop is displayed. */
  readonly sizes: readonly SizesEntry[]
}

/** What decides which file of a photo is shown. */
export interface PhotoFiles {
  readonly photo: PhotoView
  /** How wide the image is displayed. */
  readonly sizes: readonly SizesEntry[]
  /** Boxes whose crops are used once they exist; until then, and in all other boxes, CSS crops the whole photo. */
  readonly boxes?: readonly PhotoBox[] | undefined
  /** Whether HDR screens get HDR files. */
  readonly hdr?: boolean | undefined
}

/** The attributes of a `<source>`; browsers use the first whose `media` matches and whose `type` they support. */
export interface PictureSource {
  readonly srcSet: string
  readonly sizes: string
  readonly media?: string | undefined
  readonly type?: string
}

const hdrScreens = '(dynamic-range:high)'

/** The `<source>` elements of a photo, without its fallback. */
export function pictureSources(
  { photo, sizes: entries, boxes = [], hdr: allowHdr = true }: PhotoFiles,
  saveData: boolean,
): PictureSource[] {
  const sizes = sizesAttribute(entries, saveData)
  const hdr = allowHdr && !saveData ? photo.hdr : undefined
  const encodings = encodingsOf(photo)
  // If a crop has no condition, browsers with AVIF never use the sources of the whole photo.
  const alwaysCropped = boxes.some(({ media, proportion }) => !media && photo.crops[proportion])
  const cropped = boxes.flatMap(({ proportion, media, sizes: boxEntries }): PictureSource[] => {
    const crop = photo.crops[proportion]
    const hdrSrcSet = hdr?.crops[proportion]
    const boxSizes = sizesAttribute(boxEntries, saveData)
    const hdrMedia = media ? `${hdrScreens} and ${media}` : hdrScreens
    return [
      ...(hdrSrcSet ? [{ srcSet: hdrSrcSet, sizes: boxSizes, media: hdrMedia }] : []),
      ...(crop
        ? [
            {
              srcSet: srcsetOf({ ...photo, widths: crop.widths }, encodings[0], crop.name),
              sizes: boxSizes,
              media,
              type: avif,
            },
          ]
        : []),
    ]
  })
  if (alwaysCropped) return cropped
  const whole = encodings
    .slice(0, -1)
    .map((encoding) => ({ srcSet: srcsetOf(photo, encoding), sizes, type: `image/${encoding.format}` }))
  return [...cropped, ...(hdr ? [{ srcSet: hdr.srcSet, sizes, media: hdrScreens }] : []), ...whole]
}

const avif = 'image/avif'

/** On the server: adds preload links to the beginning of the head, for the file that a `<picture>` will choose. */
export function preloadPicture(sources: readonly PictureSource[]): void {
  for (const { srcSet, sizes, media, type } of exclusiveSources(sources)) {
    const options = { as: 'image', imageSrcSet: srcSet, imageSizes: sizes, fetchPriority: 'high' } as const
    // The first argument is required, but ignored because there is a srcset.
    preload(srcSet, { ...options, ...(media && { media }), ...(type && { type }) })
  }
}

/** Kept, because browsers may drop an image that nothing refers to. */
let preloaded: HTMLPictureElement | undefined

/** In a browser: fetches the file of a photo that the next page shows first. */
export function preloadPhoto(files: PhotoFiles): void {
  if (!files.photo.ready) return
  preloaded = document.createElement('picture')
  // `saveData` is false, because nothing is prefetched with Save-Data.
  for (const { srcSet, sizes, media = '', type = '' } of pictureSources(files, false))
    preloaded.append(Object.assign(document.createElement('source'), { srcset: srcSet, sizes, media, type }))
  preloaded.append(Object.assign(document.createElement('img'), { fetchPriority: 'high' }))
}

/** The sources that a browser with AVIF can choose, with mutually exclusive conditions. */
export function exclusiveSources(sources: readonly PictureSource[]): PictureSource[] {
  const last = sources.findIndex(({ media }) => !media)
  const reachable = last < 0 ? sources : sources.slice(0, last + 1)
  return reachable.map((source, index) => {
    const earlier = reachable.slice(0, index).map(({ media }) => `(not (${media}))`)
    const media = [...earlier, ...(source.media ? [`(${source.media})`] : [])].join(' and ')
    return { ...source, media: media || undefined }
  })
}
