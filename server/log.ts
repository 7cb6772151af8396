import type { Log } from '#portfolio/parts.ts'

/** Writes one JSON line for each event to standard error. */
export function openLog(): Log {
  const write =
    (level: string) =>
    (message: string, detail: Record<string, unknown> = {}) => {
      console.error(JSON.stringify({ at: new Date().toISOString(), level, message, ...detail }))
    }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}

/** Says something to the person at the terminal. */
export function say(text: string): void {
  console.log(text)
}
