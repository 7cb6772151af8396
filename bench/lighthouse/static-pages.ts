import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

/** The pages that `bench/lighthouse.ts` compares each page with, made from its HTML. */
export const peers = {
  'without scripts': (html: string) => html.replaceAll(/<script\b[^]*?<\/script>/g, ''),
  plain: plainPage,
} as const
export type Peer = keyof typeof peers

/** Serves the pages of the site at `origin`, changed by `convert`, and all other files unchanged. */
export async function openStaticPages(origin: string, convert: (html: string) => string) {
  const respond = async (url: string) => {
    const fetched = await fetch(origin + url)
    const type = fetched.headers.get('Content-Type') ?? ''
    const body = Buffer.from(await fetched.arrayBuffer())
    if (!type.startsWith('text/html')) return { headers: { 'Content-Type': type }, body }
    const page = brotliCompressSync(convert(body.toString()))
    return { headers: { 'Content-Type': type, 'Content-Encoding': 'br', 'Cache-Control': 'no-cache' }, body: page }
  }
  const server = createServer((request, response) => {
    respond(request.url ?? '').then(
      ({ headers, body }) => response.writeHead(200, { ...headers, 'Content-Length': body.length }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** A page with the title and the first high-priority `<picture>` of `html`, without fonts and style sheets. */
function plainPage(html: string): string {
  const title = /<title>.*?<\/title>/.exec(html)?.[0] ?? ''
  const picture = html.match(/<picture>.*?<\/picture>/g)?.find((each) => each.includes('fetchPriority="high"')) ?? ''
  return `<!DOCTYPE html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${title}
<style>body{margin:20px;font-family:sans-serif}img{display:block;width:100%;height:auto}</style>
<h1>${title.replace(/<.*?>/g, '')}</h1>${picture}</html>`
}
