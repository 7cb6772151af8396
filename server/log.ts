import type { Log } from '#portfolio/ports.ts'
import { currentRequest } from './request-scope.ts'

/** While more bytes than this are unread, entries are dropped, because Node buffers unread output in memory. */
const maxUnreadBytes = 1024 * 1024

/** Opens a log that writes one JSON line per entry to standard error, with the request id and the trace id. */
export function openLog(): Log {
  const write =
    (level: string) =>
    (message: string, detail: Record<string, unknown> = {}) => {
      if (process.stderr.writableLength > maxUnreadBytes) return
      const { id: request, traceId: trace } = currentRequest() ?? {}
      const entry = { at: new Date().toISOString(), level, message, request, trace, ...detail }
      console.error(escapeControls(JSON.stringify(entry)))
    }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}

// JSON escapes line feeds. Terminals and log viewers also interpret other line breaks and control characters.
function escapeControls(json: string): string {
  const controls = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
  return json.replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Keeps the process running when its output cannot be written: the pipe has no reader, or the disk is full. */
export function tolerateOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

export function print(text: string): void {
  console.log(text)
}
