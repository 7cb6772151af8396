import { Hono } from 'hono'
import { statusOf } from '#app/requests/responses.ts'
import { endpoints } from '#app/endpoints.ts'
import { readOfferedTexts } from '#portfolio/photo/offered-texts.ts'
import type { AppOptions, AppEnv } from '#server/http/request-variables.ts'

/** `GET /offered-texts/{photo id}`, for admins: the texts embedded in the original. */
export function offeredTextsRoute({ ports }: Pick<AppOptions, 'ports'>) {
  return new Hono<AppEnv>().on('GET', `${endpoints.offeredTexts}/:id`, async (c) => {
    const result = await readOfferedTexts(ports, c.get('person'), c.req.param('id'))
    return c.json(result, result.ok ? 200 : statusOf[result.code], { 'Cache-Control': 'private, no-store' })
  })
}
