import type { IncomingMessage } from 'node:http'
import { isUploadPath } from './upload-path.ts'

const bodyTimeoutMs = 30_000
const uploadCheckMs = 60_000
const minUploadBytesPerCheck = 60 * 1024

/** Also applies to refused requests: the rest of their body would keep the connection open. */
export function applyBodyTimeout(incoming: IncomingMessage): void {
  const { headers, method, socket, url = '' } = incoming
  if (!headers['transfer-encoding'] && Number(headers['content-length'] ?? 0) === 0) return
  const isUpload = method === 'PATCH' && isUploadPath(url)
  let bytesBefore = socket.bytesRead
  const timer = setInterval(
    () => {
      const bytes = socket.bytesRead
      if (incoming.complete || socket.destroyed) clearInterval(timer)
      else if (!isUpload || bytes - bytesBefore < minUploadBytesPerCheck) socket.destroy()
      bytesBefore = bytes
    },
    isUpload ? uploadCheckMs : bodyTimeoutMs,
  )
  incoming.once('close', () => incoming.complete && clearInterval(timer))
}
