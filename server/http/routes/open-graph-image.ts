import { Hono } from 'hono'
import type { Ports } from '#portfolio/ports.ts'
import { isRecipe, photosPath } from '#portfolio/derivative/derivatives.ts'
import { createOpenGraphImageFinder } from '#portfolio/open-graph-image/open-graph-image.ts'
import { fileNotFound, respondWithFile } from '#server/http/stored-file.ts'

/** `GET /photos/{id}/{recipe}/og-{x}-{y}.jpg`: the image of a page in link previews, cropped on first request. */
export function openGraphImageRoute(ports: Pick<Ports, 'db' | 'events' | 'files' | 'images' | 'now' | 'wake' | 'log'>) {
  const findImage = createOpenGraphImageFinder(ports)
  return new Hono().get(`${photosPath}/:id{[0-9a-f-]{36}}/:recipe/:file{og-\\d{1,3}-\\d{1,3}\\.jpg}`, async (c) => {
    const { id, recipe, file } = c.req.param()
    const key = isRecipe(recipe) && (await findImage(id, recipe, file))
    if (!key) return fileNotFound(c)
    return respondWithFile(c, ports.files, key, {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'public, max-age=31536000, immutable',
      // Other sites embed it in link previews.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
  })
}
