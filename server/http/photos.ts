import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import type { Parts } from '#portfolio/parts.ts'
import { derivativeFormats, derivativeKey, isRecipe } from '#portfolio/photo/photo.ts'
import { isTakenDown } from '#portfolio/photo/show.ts'
import { readRange } from './range.ts'

const typeOf = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const

/** `GET /photos/{id}/{recipe}/{width}.{format}`: one derivative, under an address that never changes meaning. */
export function photoDoor({ db, files }: Pick<Parts, 'db' | 'files'>) {
  return new Hono().get(
    '/photos/:id{[0-9a-f-]{36}}/:recipe/:file{[1-9]\\d{0,4}(-p3)?\\.(avif|webp|jpg)}',
    async (c) => {
      const { id, recipe, file } = c.req.param()
      const [name = '', extension] = file.split('.')
      const format = derivativeFormats.find((known) => known === extension)
      if (!format || !isRecipe(recipe)) return c.text('Not found', 404)
      const gamut = name.endsWith('-p3') ? 'p3' : 'srgb'
      const found = await files.find(derivativeKey(id, Number.parseInt(name, 10), { format, gamut }, recipe))
      if (!found || (await isTakenDown({ db }, id))) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })

      const { path, size } = found
      // The address says what it is, for ever: the tag only tells a whole file from one that was remade after a fault.
      const tag = `"${size.toString(36)}"`
      const headers = {
        'Content-Type': typeOf[format],
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Accept-Ranges': 'bytes',
        ETag: tag,
      }
      if (names(c.req.header('If-None-Match'), tag)) return new Response(null, { status: 304, headers })
      const wanted = c.req.method === 'GET' ? readRange(c.req.raw.headers, tag, size) : 'all'
      if (wanted === 'none') {
        return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` } })
      }
      const { start, end } = wanted === 'all' ? { start: 0, end: size - 1 } : wanted
      // Hono answers HEAD with this handler, and would leave the file open.
      const body =
        c.req.method === 'HEAD' ? null : (Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream)
      return new Response(body, {
        status: wanted === 'all' ? 200 : 206,
        headers: {
          ...headers,
          'Content-Length': String(end - start + 1),
          ...(wanted !== 'all' && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
        },
      })
    },
  )
}

/** RFC 9110, 13.1.2: a list of tags, compared weakly, or `*`. */
function names(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false
  return condition.split(',').some((one) => ['*', tag, `W/${tag}`].includes(one.trim()))
}
