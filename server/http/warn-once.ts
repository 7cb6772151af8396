import type { Log } from '#portfolio/ports.ts'

/** A limit, because clients can send any number of different values. */
const maxWarnings = 10

/** Returns a function that logs a warning the first time it gets a value, for at most 10 values. */
export function warnOnce(log: Pick<Log, 'warn'>, message: string): (value: string) => void {
  const logged = new Set<string>()
  return (value) => {
    if (logged.has(value) || logged.size >= maxWarnings) return
    logged.add(value)
    log.warn(message, { value: value.slice(0, 200) })
  }
}
