import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { brotliCompressSync } from 'node:zlib'

/** Functions that make, from the HTML of a page, the pages that it is compared with. */
export const peers = {
  'without scripts': (html: string) => html.replaceAll(/<script\b[^]*?<\/script>/g, ''),
  plain: plainPage,
} as const
export type Peer = keyof typeof peers

/** Serves the pages of the site at `origin`, changed by `convert`, and all other files unchanged. */
export async function openStaticPages(origin: string, convert: (html: string) => string) {
  const makePage = async (url: string) => brotliCompressSync(convert(await (await fetch(origin + url)).text()))
  const pageHeaders = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'br',
    'Cache-Control': 'no-cache',
  }
  const server = createServer(({ url = '/', headers }, response) => {
    const fail = () => void response.writeHead(500).end()
    if (url.split('?')[0]?.includes('.')) {
      const encodings = headers['accept-encoding'] ?? ''
      // Unlike `fetch`, this does not decompress the file.
      get(origin + url, { headers: { 'Accept-Encoding': encodings } }, (file) =>
        pipeline(file, response.writeHead(file.statusCode ?? 500, file.headers), () => {}),
      ).on('error', fail)
      return
    }
    makePage(url).then(
      (page) => response.writeHead(200, { ...pageHeaders, 'Content-Length': page.length }).end(page),
      fail,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** A page with the title and the first high-priority `<picture>` of `html`, without web fonts and style sheet files. */
function plainPage(html: string): string {
  const title = /<title>.*?<\/title>/.exec(html)?.[0] ?? ''
  const picture = html.match(/<picture>.*?<\/picture>/g)?.find((each) => each.includes('fetchPriority="high"')) ?? ''
  return `<!DOCTYPE html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${title}
<style>body{margin:20px;font-family:sans-serif}img{display:block;width:100%;height:auto}</style>
<h1>${title.replace(/<.*?>/g, '')}</h1>${picture}</html>`
}
