import { derivativeWidths } from './derivatives.ts'
import type { Place } from '#portfolio/photo/photo.ts'
import { proportions, uprightProportion, type Crop, type Proportion } from './proportions.ts'

/** The fixed proportions in which each place shows photos. An upright cover has another: see `uprightProportion`. */
const proportionsOfPlace: Record<Place, readonly Proportion[]> = {
  cover: ['4x3', '1x1', '4x5'],
  hero: ['4x3', '3x4', '9x16'],
  portrait: ['4x5'],
  gallery: [],
  value: [],
  logo: [],
}

/** A cover that is not upright fills a 4:5 box only on phones and in 4 of 12 columns. */
const maxWidthOfCover: Partial<Record<Proportion, number>> = { '4x5': 1175 }

export const croppedPlaces = (Object.keys(proportionsOfPlace) as Place[]).filter(
  (place) => proportionsOfPlace[place].length > 0,
)

/** If a box shows at least this share of a photo, it uses the uncropped derivatives, and CSS crops them. */
const minShareShown = 0.8

/** What the crops of a photo depend on. `width` and `height` are in pixels, the focal point in fractions of them. */
export interface CroppedPhoto {
  readonly width: number
  readonly height: number
  readonly focalX: number
  readonly focalY: number
}

/** The crops that pages use of a photo in this place; none if the place is not in `croppedPlaces`. */
export function cropsOf(photo: CroppedPhoto, place: Place): Crop[] {
  const upright = place === 'cover' ? uprightProportion(photo) : null
  return (
    (upright ? [upright] : proportionsOfPlace[place])
      .filter((proportion) => shareShown(photo, proportion) < minShareShown)
      // A wider crop is of no use on an upright screen, which shows the whole height of the photo.
      .filter((proportion) => place !== 'hero' || proportions[proportion].ratio < photo.width / photo.height)
      .map((proportion) => ({
        proportion,
        name: cropName(photo, proportion),
        widths: widthsOfCrop(photo, proportion, place),
      }))
  )
}

function shareShown({ width, height }: CroppedPhoto, proportion: Proportion): number {
  const change = width / height / proportions[proportion].ratio
  return Math.min(change, 1 / change)
}

// A crop keeps the whole width or the whole height: along that axis the focal point changes nothing.
function cropName({ width, height, focalX, focalY }: CroppedPhoto, proportion: Proportion): string {
  const isCutAtSides = width / height > proportions[proportion].ratio
  const percent = (fraction: number) => Math.round(Math.min(Math.max(fraction, 0), 1) * 100)
  return `${proportion}-${isCutAtSides ? percent(focalX) : 50}-${isCutAtSides ? 50 : percent(focalY)}`
}

/** All `derivativeWidths` below the crop's width in the largest derivative, then that width, at most `maxWidth`. */
function widthsOfCrop({ width, height }: CroppedPhoto, proportion: Proportion, place: Place): number[] {
  const { ratio } = proportions[proportion]
  const maxWidth = (place === 'cover' && maxWidthOfCover[proportion]) || proportions[proportion].maxWidth
  const scale = Math.min(1, (derivativeWidths.at(-1) ?? width) / width)
  const own = Math.max(1, Math.min(maxWidth, Math.floor(Math.min(width, height * ratio) * scale)))
  return [...derivativeWidths.filter((step) => step < own), own]
}
