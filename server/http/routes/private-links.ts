import { Hono } from 'hono'
import { statusOf } from '#app/requests/responses.ts'
import { findPerson } from '#portfolio/account/session.ts'
import { countOpening } from '#portfolio/private-link/count-opening.ts'
import { photosPath } from '#portfolio/derivative/derivatives.ts'
import { queueMissingDerivative } from '#portfolio/derivative/queue-missing-derivative.ts'
import { privateLinkPath } from '#portfolio/private-link/private-link.ts'
import { findSharedDraft, isSharedPhoto } from '#portfolio/private-link/show.ts'
import { done } from '#portfolio/result.ts'
import { networkOf } from '#server/http/client-address.ts'
import type { AppEnv, AppOptions } from '#server/http/request-variables.ts'
import { fileNotFound, respondWithFile } from '#server/http/stored-file.ts'
import { derivativeOf, derivativeRoutes } from './photos.ts'

const noStore = { 'Cache-Control': 'private, no-store' }

/** `/state` returns a text that changes with the page. Each request reads the link, so a revoked link gets a 404. */
export function privateLinkRoute({ ports }: Pick<AppOptions, 'ports'>) {
  const { files } = ports
  return new Hono<AppEnv>()
    .get(`${privateLinkPath}/state`, async (c) => {
      const draft = await findSharedDraft(ports, c.req.param('token'))
      return draft ? c.text(draft.state, 200, noStore) : c.text('Not found', 404, noStore)
    })
    .post(`${privateLinkPath}/opened`, async (c) => {
      // Admins open the page only to try the link, which is not counted.
      const isAdmin = (await findPerson(ports, c.req.raw.headers))?.admin === true
      const address = networkOf(c.get('clientAddress'))
      const result = isAdmin ? done() : await countOpening(ports, c.req.param('token'), address)
      if (result.ok) return c.json(result, 200, noStore)
      const retryAfter = result.retryAfter && { 'Retry-After': String(result.retryAfter) }
      return c.json(result, statusOf[result.code], { ...noStore, ...retryAfter })
    })
    .on('GET', derivativeRoutes(privateLinkPath + photosPath), async (c) => {
      const file = derivativeOf(c.req.param())
      const { token = '' } = c.req.param() as Readonly<Record<string, string | undefined>>
      if (!file || !(await isSharedPhoto(ports, token, file.photoId))) return fileNotFound(c)
      if (!(await files.stat(file.key))?.bytes) {
        await queueMissingDerivative(ports, file)
        return fileNotFound(c)
      }
      return respondWithFile(c, files, file.key, { ...noStore, 'Content-Type': file.contentType })
    })
}
