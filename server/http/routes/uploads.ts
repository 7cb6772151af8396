import { Hono } from 'hono'
import { statusOf } from '#app/requests/responses.ts'
import { requireAdmin } from '#portfolio/account/session.ts'
import { endpoints } from '#app/endpoints.ts'
import { examineUpload } from '#portfolio/photo/examine.ts'
import { photoLimits } from '#portfolio/photo/photo-limits.ts'
import type { Ports } from '#portfolio/ports.ts'
import { isAlmostFull, storageFull } from '#portfolio/health/reserved-space.ts'
import type { AppOptions, AppEnv } from '#server/http/request-variables.ts'

const bytesType = 'application/offset+octet-stream'

/** Resumable uploads under `/uploads`: the session and the role are checked before a byte is stored. */
export function uploadRoute({ ports, receiveUpload }: Pick<AppOptions, 'ports' | 'receiveUpload'>) {
  const app = new Hono<AppEnv>()

  app.post(`${endpoints.uploads}/:id/examination`, async (c) => {
    const result = await examineUpload(ports, c.get('person'), c.req.param('id'))
    if (result.ok) return c.json(result)
    return c.json(result, statusOf[result.code], result.code === 'unavailable' ? { 'Retry-After': '5' } : {})
  })

  // Hono matches HEAD as GET; the upload protocol needs the request's own method.
  return app.on(['POST', 'GET', 'PATCH', 'DELETE'], [endpoints.uploads, `${endpoints.uploads}/:id`], async (c) => {
    if (c.req.raw.method === 'GET') return c.text('Not found', 404)
    const admitted = await requireAdmin(ports.db, c.get('person'))
    if (!admitted.ok) return c.text(admitted.message, statusOf[admitted.code])
    const { headers } = c.req.raw
    // The total length must be known before the first byte is stored.
    const refused = headers.has('upload-defer-length') || headers.has('upload-concat')
    if (refused) return c.text('Concatenated uploads and uploads without Upload-Length are not supported.', 400)
    if (c.req.raw.method === 'PATCH') {
      if (headers.get('content-type') !== bytesType) return c.text(`The Content-Type must be ${bytesType}.`, 415)
      if (!/^\d{1,15}$/.test(headers.get('upload-offset') ?? '')) return c.text('Upload-Offset is required.', 400)
    }
    if (!(await hasSpaceFor(ports.files, c.req.raw))) return c.text(storageFull, statusOf.full)
    return receiveUpload(c.req.raw, admitted.value.userId)
  })
}

/** Whether the bytes that this request announces or sends leave the reserved space free. */
async function hasSpaceFor(files: Ports['files'], { method, headers }: Request): Promise<boolean> {
  if (method !== 'POST' && method !== 'PATCH') return true
  const bytes = Number(headers.get(method === 'POST' ? 'upload-length' : 'content-length'))
  // The tus handler refuses greater and invalid lengths.
  return !isAlmostFull(await files.freeSpace(), bytes <= photoLimits.jpeg.bytes ? bytes : 0)
}
