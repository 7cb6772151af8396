import { Hono } from 'hono'
import { findPerson } from '#portfolio/account/session.ts'
import type { Ports } from '#portfolio/ports.ts'
import { derivativeFormats, derivativeKey, isRecipe, photosPath } from '#portfolio/derivative/derivatives.ts'
import { queueMissingDerivative } from '#portfolio/derivative/queue-missing-derivative.ts'
import { createPhotoAudienceFinder } from '#portfolio/photo/show.ts'
import { fileNotFound, respondWithFile } from '#server/http/stored-file.ts'

const contentTypes = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const

/**
 * Serves derivatives, and queues a recorded one if its file is missing or empty. Derivatives that only admins may see
 * must not be cached.
 */
export function photoRoute(ports: Pick<Ports, 'db' | 'accounts' | 'events' | 'files' | 'now' | 'wake' | 'log'>) {
  const { files } = ports
  const findAudience = createPhotoAudienceFinder(ports)
  return new Hono().on('GET', derivativeRoutes(photosPath), async (c) => {
    const file = derivativeOf(c.req.param())
    if (!file) return c.text('Not found', 404)
    const { photoId, key } = file
    const found = await files.stat(key)
    const audience = await findAudience(photoId)
    // The session is read only if needed, because that takes time.
    const isAdmin = audience === 'admins' && (await findPerson(ports, c.req.raw.headers))?.admin === true
    if (audience !== 'everyone' && !isAdmin) return fileNotFound(c)
    if (!found?.bytes) {
      await queueMissingDerivative(ports, file)
      return fileNotFound(c)
    }
    // The size is enough: the content changes only when a damaged file is derived again.
    const etag = `"${found.bytes.toString(36)}"`
    const headers = {
      'Content-Type': file.contentType,
      'Cache-Control': audience === 'everyone' ? 'public, max-age=31536000, immutable' : 'private, no-store',
      ETag: etag,
    }
    if (matchesTag(c.req.header('If-None-Match'), etag)) return new Response(null, { status: 304, headers })
    return respondWithFile(c, files, key, headers)
  })
}

export function derivativeRoutes(folder: string): string[] {
  const recipePath = `${folder}/:id{[0-9a-f-]{36}}/:recipe`
  const file = ':file{[1-9]\\d{0,4}(-p3)?(-hdr)?\\.(avif|webp|jpg)}'
  return [`${recipePath}/${file}`, `${recipePath}/:crop{\\d{1,2}x\\d{1,2}-\\d{1,3}-\\d{1,3}}/${file}`]
}

export function derivativeOf(params: Readonly<Record<string, string | undefined>>) {
  const { id: photoId = '', recipe = '', crop, file = '' } = params
  const [name = '', extension] = file.split('.')
  const format = derivativeFormats.find((known) => known === extension)
  if (!format || !isRecipe(recipe)) return null
  const gamut = name.includes('-p3') ? 'p3' : 'srgb'
  const encoding = { format, gamut, hdr: name.endsWith('-hdr') } as const
  const width = Number.parseInt(name, 10)
  const key = derivativeKey(photoId, width, encoding, recipe, crop)
  return { photoId, recipe, width, encoding, crop, key, contentType: contentTypes[format] }
}

/** RFC 9110, 13.1.2: `*` or a list of tags, compared weakly. */
function matchesTag(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  return condition.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}
