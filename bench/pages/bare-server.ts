import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// What `bench/pages/pages.ts` compares the site with: a server without anything else, which writes the same bytes.

const { PORT, BARE_HEADERS = '{}', BARE_BODY = '' } = process.env
const headers = JSON.parse(BARE_HEADERS) as Record<string, string>
const body = readFileSync(BARE_BODY)

createServer((_, response) => response.writeHead(200, headers).end(body)).listen(Number(PORT), '127.0.0.1')
