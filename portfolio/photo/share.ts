import type { Parts } from '#portfolio/parts.ts'
import { readMade } from './made.ts'
import { derivativeKey, derivativesOf, sharingFile, sharingSize, type Recipe } from './photo.ts'
import { isTakenDown } from './show.ts'

type Sharing = Pick<Parts, 'db' | 'files' | 'pictures'>

/**
 * The pictures by which pages are shown elsewhere. Each is made when it is first asked for, some 0.1 s, and kept
 * beside the derivatives of its photograph.
 */
export function openSharing(parts: Sharing) {
  const making = new Map<string, Promise<void>>()

  /**
   * Where the picture `og-{x}-{y}.jpg` of a photograph lies. `null`: no page is shown by it (yet, or any more). Only
   * the present focal point is made, or strangers could have ten thousand crops made of each photograph.
   */
  return async (photoId: string, recipe: Recipe, file: string): Promise<{ path: string; size: number } | null> => {
    if (await isTakenDown(parts, photoId)) return null
    const key = `${derivativesOf(photoId, recipe)}${file}`
    const kept = await parts.files.find(key)
    if (kept) return kept
    const photo = await shared(parts, photoId)
    if (!photo || photo.recipe !== recipe || sharingFile(photo) !== file) return null
    const width = sourceWidth(photo)
    if (!width) return null
    const made = making.get(key) ?? make(parts, photo, width, key).finally(() => making.delete(key))
    making.set(key, made)
    await made
    return parts.files.find(key)
  }
}

/** The photograph, if it hangs anywhere: a page of which one image is shared is shown by that one. */
async function shared({ db }: Sharing, id: string) {
  return db
    .selectFrom('photos')
    .select(['id', 'width', 'height', 'focalX', 'focalY', 'recipe', 'made', 'state'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

type Shared = NonNullable<Awaited<ReturnType<typeof shared>>>

/** The derivative to crop: a fifth larger than needed, or the largest once no larger one will follow. */
function sourceWidth({ width, height, made, state }: Shared): number | undefined {
  const wanted = 1.2 * Math.max(sharingSize.width, (sharingSize.height * width) / height)
  const widths = readMade(made)
  return widths.find((step) => step >= wanted) ?? (state === 'waiting' ? undefined : widths.at(-1))
}

async function make({ files, pictures }: Sharing, photo: Shared, width: number, key: string): Promise<void> {
  // A derivative is upright, in sRGB, and nobody else's bytes.
  const source = await files.find(derivativeKey(photo.id, width, { format: 'webp', gamut: 'srgb' }, photo.recipe))
  if (!source) throw new Error(`a derivative of ${photo.id} is missing`)
  await files.write(key, await pictures.crop(source.path, sharingSize, photo))
}
