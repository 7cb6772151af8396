import type { Audience } from '#portfolio/audience.ts'
import { currentRecipe, derivativesPrefix } from '#portfolio/derivative/derivatives.ts'
import { createPhotoAudienceFinder } from '#portfolio/photo/show.ts'
import type { Ports } from '#portfolio/ports.ts'
import { icons, type IconFile } from './logo.ts'

type IconPorts = Pick<Ports, 'db' | 'events' | 'files' | 'images'>

/**
 * Returns a function that finds the key of an icon, which is drawn on its first request, and who may see it. It
 * resolves with `null` for a photo that is not the logo.
 */
export function createIconFinder(ports: IconPorts) {
  const { files } = ports
  const pendingDrawings = new Map<string, Promise<boolean>>()
  const findAudience = createPhotoAudienceFinder(ports)
  return async (photoId: string, file: IconFile): Promise<{ key: string; audience: Audience } | null> => {
    const audience = await findAudience(photoId)
    if (!audience) return null
    const key = `${derivativesPrefix(photoId, currentRecipe)}${file}`
    if ((await files.stat(key))?.bytes) return { key, audience }
    const drawing =
      pendingDrawings.get(key) ?? drawIcon(ports, photoId, file, key).finally(() => pendingDrawings.delete(key))
    pendingDrawings.set(key, drawing)
    return (await drawing) ? { key, audience } : null
  }
}

async function drawIcon({ db, files, images }: IconPorts, photoId: string, file: IconFile, key: string) {
  const logo = await db
    .selectFrom('photos')
    .select('storageKey')
    .where('id', '=', photoId)
    .where('place', '=', 'logo')
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  const png = logo && (await files.withLocalCopy(logo.storageKey, (path) => images.drawIcon(path, icons[file])))
  if (!png) return false
  await files.write(key, file.endsWith('.ico') ? asIco(png, icons[file].side) : png)
  return true
}

/** An .ico file with one PNG: header, one entry, the image. */
export function asIco(png: Uint8Array, side: number): Uint8Array {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(side, 6)
  header.writeUInt8(side, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
