import type { IncomingMessage } from 'node:http'

/** Whether a GET or HEAD request has no body and none of the site's cookies, whose names all contain `enfilade`. */
export function isFromVisitor({ method, headers }: IncomingMessage): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return isRead && !hasBody && !headers.cookie?.includes('enfilade')
}

/** Whether `host` is the only Host header. `headersDistinct` would stay in memory as long as a live stream is open. */
export function isForHost({ headers, rawHeaders }: IncomingMessage, host: string): boolean {
  if (headers.host !== host) return false
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  return hosts === 1
}
