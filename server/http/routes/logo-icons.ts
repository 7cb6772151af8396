import { Hono, type Context } from 'hono'
import { findPerson } from '#portfolio/account/session.ts'
import { createIconFinder } from '#portfolio/logo/icon.ts'
import { isIconFile, type IconFile } from '#portfolio/logo/logo.ts'
import { findLogo } from '#portfolio/logo/show.ts'
import { currentRecipe, photosPath } from '#portfolio/derivative/derivatives.ts'
import { DatabaseFailed, type Ports } from '#portfolio/ports.ts'
import { fileNotFound, respondWithFile } from '#server/http/stored-file.ts'

/** The icons of a closed site are only for admins. Without a public logo, `/favicon.ico` is the default icon. */
export function logoIconRoute(ports: Pick<Ports, 'db' | 'accounts' | 'events' | 'files' | 'images' | 'now' | 'log'>) {
  const findIcon = createIconFinder(ports)
  const isAdmin = async (c: Context) => (await findPerson(ports, c.req.raw.headers))?.admin === true
  return new Hono()
    .get(`${photosPath}/:id{[0-9a-f-]{36}}/${currentRecipe}/:file{[a-z]+(-\\d+)?\\.(png|ico)}`, async (c) => {
      const { id, file } = c.req.param()
      const icon = isIconFile(file) ? await findIcon(id, file) : null
      if (!icon || (icon.audience !== 'everyone' && !(await isAdmin(c)))) return fileNotFound(c)
      const isPublic = icon.audience === 'everyone'
      return respondWithFile(c, ports.files, icon.key, {
        'Content-Type': typeOf(file),
        'Cache-Control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
      })
    })
    .get('/favicon.ico', async (c, next) => {
      const file: IconFile = 'favicon.ico'
      const id = await findLogo(ports).catch(noLogo)
      const icon = id && (await findIcon(id, file))
      if (!icon || icon.audience !== 'everyone') return next()
      const headers = { 'Content-Type': typeOf(file), 'Cache-Control': 'public, no-cache' }
      return respondWithFile(c, ports.files, icon.key, headers)
    })
}

function typeOf(file: string): string {
  return file.endsWith('.ico') ? 'image/x-icon' : 'image/png'
}

/** If the database fails, the default icon is served. */
function noLogo(error: unknown): null {
  if (error instanceof DatabaseFailed) return null
  throw error
}
