import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import type { Parts } from '#portfolio/parts.ts'
import { isRecipe } from '#portfolio/photo/photo.ts'
import { openSharing } from '#portfolio/photo/share.ts'

/** `GET /photos/{id}/{recipe}/og-{x}-{y}.jpg`: what a page is shown by where it is shared. */
export function sharingDoor(parts: Pick<Parts, 'db' | 'files' | 'pictures'>) {
  const findShared = openSharing(parts)
  return new Hono().get('/photos/:id{[0-9a-f-]{36}}/:recipe/:file{og-\\d{1,3}-\\d{1,3}\\.jpg}', async (c) => {
    const { id, recipe, file } = c.req.param()
    const found = isRecipe(recipe) && (await findShared(id, recipe, file))
    if (!found) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
    // Hono answers HEAD with this handler, and would leave the file open.
    const bytes = c.req.method === 'HEAD' ? null : (Readable.toWeb(createReadStream(found.path)) as ReadableStream)
    return new Response(bytes, {
      headers: {
        'Content-Type': 'image/jpeg',
        'Content-Length': String(found.size),
        'Cache-Control': 'public, max-age=31536000, immutable',
        // Made to be shown on other people's pages.
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
    })
  })
}
