import { Hono } from 'hono'
import { admit } from '#portfolio/account/as-admin.ts'
import type { Doorway, Entering } from './doorway.ts'

/** The door for files: who asks is known, and is an admin, before a byte is stored. */
export function uploadDoor({ parts, receiveUpload }: Pick<Doorway, 'parts' | 'receiveUpload'>) {
  const door = new Hono<Entering>()
  // Hono looks for the route of a HEAD under GET; the protocol goes by the request itself.
  return door.on(['POST', 'GET', 'PATCH', 'DELETE'], ['/uploads', '/uploads/:id'], async (c) => {
    if (c.req.raw.method === 'GET') return c.text('Not found', 404)
    const admitted = await admit(parts, c.get('person'))
    if (!admitted.ok) return c.text(admitted.message, admitted.why === 'no-session' ? 401 : 403)
    return receiveUpload(c.req.raw, admitted.value.userId)
  })
}
