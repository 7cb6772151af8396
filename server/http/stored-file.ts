import type { Context } from 'hono'
import type { FileStore } from '#portfolio/ports.ts'

export async function respondWithFile(
  c: Context,
  files: FileStore,
  key: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  // Hono runs the GET handler for HEAD requests and would leave the file open.
  const head = c.req.method === 'HEAD' && (await files.stat(key))
  const file = head ? { ...head, stream: null } : await files.open(key)
  if (!file) return fileNotFound(c)
  return new Response(file.stream, { headers: { ...headers, 'Content-Length': String(file.bytes) } })
}

/** A 404 that must not be cached: the file may be derived later. */
export function fileNotFound(c: Context): Response {
  return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
}
