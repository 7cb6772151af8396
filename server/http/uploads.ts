import { Hono } from 'hono'
import { admit } from '#portfolio/account/show.ts'
import type { Doorway, Entering } from './doorway.ts'

const bytesType = 'application/offset+octet-stream'

/** The door for files: who asks is known, and is an admin, before a byte is stored. */
export function uploadDoor({ parts, receiveUpload }: Pick<Doorway, 'parts' | 'receiveUpload'>) {
  const door = new Hono<Entering>()
  // Hono looks for the route of a HEAD under GET; the protocol goes by the request itself.
  return door.on(['POST', 'GET', 'PATCH', 'DELETE'], ['/uploads', '/uploads/:id'], async (c) => {
    if (c.req.raw.method === 'GET') return c.text('Not found', 404)
    const admitted = await admit(parts.db, c.get('person'))
    if (!admitted.ok) return c.text(admitted.message, admitted.why === 'no-session' ? 401 : 403)
    const { headers } = c.req.raw
    // How much will come must be known before the first byte does.
    const unfit = headers.has('upload-defer-length') || headers.has('upload-concat')
    if (unfit) return c.text('Upload-Length is required, of one file.', 400)
    if (c.req.raw.method === 'PATCH') {
      if (headers.get('content-type') !== bytesType) return c.text('This is no part of an upload.', 415)
      if (!/^\d{1,15}$/.test(headers.get('upload-offset') ?? '')) return c.text('Upload-Offset is required.', 400)
    }
    return receiveUpload(c.req.raw, admitted.value.userId)
  })
}
