import { createServer, type ServerResponse } from 'node:http'

// The server that `bench/live.ts` compares the site with. It writes the same bytes and does nothing else.

const { PORT, LIVE_HEADERS = '{}' } = process.env
const headers = JSON.parse(LIVE_HEADERS) as Record<string, string>
const edition = '0123456789ab.1'
const first = Buffer.from(`id: ${edition}\nretry: 3000\nevent: edition\ndata: ${edition}\n\n`)
const change = Buffer.from(`id: ${edition}\nevent: changed\ndata: project:0123456789abcdefghijk\n\n`)
const open = new Set<ServerResponse>()

createServer((request, response) => {
  if (request.method === 'POST') for (const listener of open) listener.write(change)
  if (!request.url?.startsWith('/live')) return void response.end()
  response.removeHeader('Transfer-Encoding')
  response.writeHead(200, headers).write(first)
  open.add(response)
  response.on('close', () => open.delete(response))
}).listen(Number(PORT), '127.0.0.1')
