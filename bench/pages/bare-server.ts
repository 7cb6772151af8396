import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// A server that `bench/pages/pages.ts` compares the site with. It writes the same bytes and does nothing else.

const { PORT, BARE_HEADERS = '{}', BARE_BODY = '' } = process.env
const headers = JSON.parse(BARE_HEADERS) as Record<string, string>
const body = readFileSync(BARE_BODY)

createServer((_, response) => response.writeHead(200, headers).end(body)).listen(Number(PORT), '127.0.0.1')
