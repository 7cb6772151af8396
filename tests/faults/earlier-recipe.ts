import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { SiteProcess } from '#tests/support/site/site-process.ts'

/** The widths of recipe v2. */
const widths = [480, 800, 1200, 1600, 2400, 3840]
const formats = { avif: 'avif', webp: 'webp', jpg: 'jpeg' } as const

/** The folder of a photo's derivatives, or a path in it. */
export const derivativesFolder = (site: Pick<SiteProcess, 'dataDir'>, photoId: string, ...names: string[]) =>
  join(site.dataDir, 'files/derivatives', photoId, ...names)

/** Replaces the derivatives and rows of these photos with those of recipe v2. The site must not be running. */
export async function writeEarlierRecipe(
  site: Pick<SiteProcess, 'dataDir' | 'sql'>,
  photoIds: readonly string[],
): Promise<void> {
  for (const id of photoIds) {
    const [photo] = site.sql<{ storageKey: string; width: number }>(
      'select storageKey, width from photos where id = ?',
      id,
    )
    if (!photo) throw new Error(`the photo ${id} does not exist`)
    const photoWidths = [...widths.filter((width) => width < photo.width), Math.min(photo.width, 3840)]
    await rm(derivativesFolder(site, id), { recursive: true, force: true })
    await mkdir(derivativesFolder(site, id, 'v2'), { recursive: true })
    const original = sharp(join(site.dataDir, 'files', photo.storageKey))
    for (const width of photoWidths) {
      for (const [extension, format] of Object.entries(formats)) {
        const file = derivativesFolder(site, id, 'v2', `${width}.${extension}`)
        await original.clone().resize(width).toFormat(format, { effort: 0 }).toFile(file)
      }
    }
    site.sql(
      `update photos set state = 'ready', recipe = 'v2', made = ?, crops = '[]', formerCrops = '[]',
        formerRecipe = null, wide = 0, gainMap = 0, tries = 0, failure = '' where id = ?`,
      photoWidths.join(),
      id,
    )
  }
}
