import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import type { Parts } from '#portfolio/parts.ts'
import { derivativeFormats, derivativeKey, recipe } from '#portfolio/photo/photo.ts'

const typeOf = { avif: 'image/avif', webp: 'image/webp' } as const

/** `GET /photos/{id}/{recipe}/{width}.{format}`: one derivative, under an address that never changes meaning. */
export function photoDoor({ files }: Pick<Parts, 'files'>) {
  return new Hono().get('/photos/:id{[0-9a-f-]{36}}/:recipe/:file{[1-9]\\d{0,4}\\.(avif|webp)}', async (c) => {
    const [width, extension] = c.req.param('file').split('.')
    const format = derivativeFormats.find((name) => name === extension)
    if (!format || c.req.param('recipe') !== recipe) return c.text('Not found', 404)
    const found = await files.find(derivativeKey(c.req.param('id'), Number(width), format))
    if (!found) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
    // Hono answers HEAD with this handler, and would leave the file open.
    const bytes = c.req.method === 'HEAD' ? null : (Readable.toWeb(createReadStream(found.path)) as ReadableStream)
    return new Response(bytes, {
      headers: {
        'Content-Type': typeOf[format],
        'Content-Length': String(found.size),
        'Cache-Control': 'public, max-age=31536000, immutable',
      },
    })
  })
}
