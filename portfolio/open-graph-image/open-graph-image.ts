import type { Ports } from '#portfolio/ports.ts'
import { parseWidths } from '#portfolio/derivative/widths-column.ts'
import {
  currentRecipe,
  derivativeKey,
  derivativesPrefix,
  encodingsOf,
  widthsIn,
  widthsToDerive,
  type Encoding,
  type RecipeVersion,
} from '#portfolio/derivative/derivatives.ts'
import { openGraphImageFile } from './open-graph-image-url.ts'
import { openGraphImageSize } from './open-graph-image-size.ts'
import { queueMissingDerivative } from '#portfolio/derivative/queue-missing-derivative.ts'
import { createPhotoAudienceFinder } from '#portfolio/photo/show.ts'

type OpenGraphPorts = Pick<Ports, 'db' | 'events' | 'files' | 'images' | 'now' | 'wake' | 'log'>

/** Returns a function that finds the key of an image. The first request makes the crop (0.1 s); others share it. */
export function createOpenGraphImageFinder(ports: OpenGraphPorts) {
  const crops = new Map<string, Promise<boolean>>()
  const findAudience = createPhotoAudienceFinder(ports)

  // `null` if visitors may not see the photo, or if it is not derived or its derivative is missing. A crop of another
  // focal point is found if it is stored, but not made; otherwise visitors could request 10,000 crops of each photo.
  return async (photoId: string, recipe: RecipeVersion, file: string): Promise<string | null> => {
    if ((await findAudience(photoId)) !== 'everyone') return null
    const key = `${derivativesPrefix(photoId, recipe)}${file}`
    if ((await ports.files.stat(key))?.bytes) return key
    const photo = await findPhoto(ports, photoId)
    if (!photo || photo.recipe !== recipe || openGraphImageFile(photo) !== file) return null
    const width = findSourceWidth(photo)
    if (!width) return null
    const crop = crops.get(key) ?? cropPhoto(ports, photo, width, key).finally(() => crops.delete(key))
    crops.set(key, crop)
    return (await crop) ? key : null
  }
}

// A replaced photo that is still shown is cropped around the focal point of the photo that replaced it.
async function findPhoto({ db }: OpenGraphPorts, id: string) {
  return db
    .selectFrom('photos')
    .leftJoin('photos as next', (join) =>
      join.onRef('next.formerId', '=', 'photos.id').on('next.deletedAt', 'is', null),
    )
    .select([
      'photos.id',
      'photos.width',
      'photos.height',
      'photos.recipe',
      'photos.made',
      'photos.state',
      'photos.wide',
    ])
    .select((eb) => [
      eb.fn.coalesce('next.focalX', 'photos.focalX').as('focalX'),
      eb.fn.coalesce('next.focalY', 'photos.focalY').as('focalY'),
    ])
    .where('photos.id', '=', id)
    .executeTakeFirst()
}

type OpenGraphPhoto = NonNullable<Awaited<ReturnType<typeof findPhoto>>>

/** The width of the derivative to crop: at least 1.2 times what is needed, or the largest if no other will follow. */
function findSourceWidth(photo: OpenGraphPhoto): number | undefined {
  const { width, height, recipe, made, state } = photo
  const minWidth = 1.2 * Math.max(openGraphImageSize.width, (openGraphImageSize.height * width) / height)
  const stored = parseWidths(made)
  const missing = state === 'waiting' && recipe === currentRecipe ? widthsToDerive(photo, stored) : []
  const { format } = sourceEncoding(photo)
  const widths = widthsIn(format, photo, stored)
  const willFollow = widthsIn(format, photo, missing).length > 0
  return widths.find((candidate) => candidate >= minWidth) ?? (willFollow ? undefined : widths.at(-1))
}

/** The last encoding (JPEG; WebP in v1), because the workers do not decode AVIF. */
function sourceEncoding({ wide, recipe }: OpenGraphPhoto): Encoding {
  return encodingsOf({ wide: wide === 1, recipe }).at(-1) ?? { format: 'jpg', gamut: 'srgb' }
}

async function cropPhoto(ports: OpenGraphPorts, photo: OpenGraphPhoto, width: number, key: string): Promise<boolean> {
  const { files, images } = ports
  const { id, recipe } = photo
  // Another request may have completed its crop since this one looked for the file.
  if ((await files.stat(key))?.bytes) return true
  // The source is not examined before the crop, because this site encoded it.
  const encoding = sourceEncoding(photo)
  const source = derivativeKey(id, width, encoding, recipe)
  const isStored = Boolean((await files.stat(source))?.bytes)
  const bytes = isStored && (await files.withLocalCopy(source, (path) => images.crop(path, openGraphImageSize, photo)))
  if (bytes) await files.write(key, bytes)
  else await queueMissingDerivative(ports, { photoId: id, recipe, width, encoding })
  return Boolean(bytes)
}
