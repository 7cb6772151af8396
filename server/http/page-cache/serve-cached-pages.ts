import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerBuild } from 'react-router'
import type { Topic } from '#portfolio/change-events.ts'
import { isForHost, isFromVisitor } from '#server/http/visitor-request.ts'
import { publishCacheUse } from '#server/telemetry/channels.ts'
import { chooseResponse, prepareCachedPage } from './cached-page.ts'
import { cachedTopicsFinder } from './cached-urls.ts'
import { openPageCache, type CacheChanges } from './page-cache.ts'

export interface CachedPages {
  /** Writes the response if the page is in memory; otherwise returns `false`. */
  respond(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  /** The topics of the page that follow from its URL, or `null` if the request must not be served from memory. */
  topicsOf(incoming: IncomingMessage): readonly Topic[] | null
  /** `render` gets a GET request with none of the client's headers except Save-Data, and may add to `topics`. */
  respondOrRender(
    incoming: IncomingMessage,
    topics: ReadonlySet<Topic>,
    nonce: string,
    render: (request: Request) => Promise<Response>,
  ): Promise<Response>
}

/** Opens the cache of pages. The `nonce` of a rendering marks its inline scripts and styles. */
export function openCachedPages(changes: CacheChanges, origin: string, build: ServerBuild): CachedPages {
  const cache = openPageCache(changes)
  const topicsOfUrl = cachedTopicsFinder(build)
  const host = new URL(origin).host

  return {
    respond(incoming, outgoing) {
      const page = isFromVisitor(incoming) && isForHost(incoming, host) ? cache.get(keyOf(incoming)) : undefined
      if (!page) return false
      publishCacheUse('hit')
      const { status, headers, body } = chooseResponse(page, incoming.headers)
      outgoing.writeHead(status, headers).end(incoming.method === 'HEAD' ? undefined : body)
      return true
    },
    topicsOf: (incoming) => (isFromVisitor(incoming) ? topicsOfUrl(incoming.url ?? '') : null),
    async respondOrRender(incoming, topics, nonce, render) {
      const { url = '', headers, method } = incoming
      let use: 'hit' | 'miss' = 'hit'
      const rendered = await cache.getOrRender(keyOf(incoming), async () => {
        use = 'miss'
        const response = await render(
          new Request(origin + url, { headers: savesData(incoming) ? { 'Save-Data': 'on' } : {} }),
        )
        const isPage = response.status === 200 && !response.headers.has('Set-Cookie') && !forbidsStoring(response)
        return isPage ? { page: await prepareCachedPage(response, nonce, origin), topics } : { response }
      })
      publishCacheUse(use)
      if ('response' in rendered) return rendered.response
      const { body, ...init } = chooseResponse(rendered.page, headers)
      return new Response(method === 'HEAD' || init.status === 304 ? null : new Uint8Array(body), init)
    },
  }
}

/** Whether the page must not be stored: a query failed, so it shows a default, or no page has the requested URL. */
function forbidsStoring(response: Response): boolean {
  return response.headers.get('Cache-Control')?.includes('no-store') === true
}

function savesData({ headers }: IncomingMessage): boolean {
  return headers['save-data'] === 'on'
}

function keyOf(incoming: IncomingMessage): string {
  return savesData(incoming) ? `${incoming.url} Save-Data` : (incoming.url ?? '')
}
