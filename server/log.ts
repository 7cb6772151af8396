import type { Log } from '#portfolio/parts.ts'

/** Writes one JSON line for each event to standard error. */
export function openLog(): Log {
  const write =
    (level: string) =>
    (message: string, detail: Record<string, unknown> = {}) => {
      console.error(oneLine(JSON.stringify({ at: new Date().toISOString(), level, message, ...detail })))
    }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}

// JSON escapes what ends a line of a file. Terminals and viewers know more such characters, and others that steer them.
function oneLine(json: string): string {
  const steering = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
  return json.replace(steering, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Says something to the person at the terminal. */
export function say(text: string): void {
  console.log(text)
}
