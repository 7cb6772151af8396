import { Hono } from 'hono'
import { statusOf } from '#app/requests/responses.ts'
import { endpoints } from '#app/endpoints.ts'
import { readOfferedCaption } from '#portfolio/photo/offered-caption.ts'
import type { AppOptions, AppEnv } from '#server/http/request-variables.ts'

/** `GET /offered-captions/{photo id}`, for admins: the caption inside the original. */
export function offeredCaptionRoute({ ports }: Pick<AppOptions, 'ports'>) {
  return new Hono<AppEnv>().on('GET', `${endpoints.offeredCaptions}/:id`, async (c) => {
    const result = await readOfferedCaption(ports, c.get('person'), c.req.param('id'))
    return c.json(result, result.ok ? 200 : statusOf[result.code], { 'Cache-Control': 'private, no-store' })
  })
}
