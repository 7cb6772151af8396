/** What a log holds that it must not: a secret, or a line that is no JSON. */
export function problemsInLog(output: string, log: string, secrets: readonly string[]): string[] {
  const lines = log.split('\n').filter((line) => line !== '' && !isEvent(line))
  return [
    ...lines.map((line) => `no JSON: ${line}`),
    ...secrets.filter((secret) => secret.length > 7 && output.includes(secret)).map(() => 'a secret stands in the log'),
  ]
}

function isEvent(line: string): boolean {
  try {
    const { at, level, message } = JSON.parse(line) as Record<string, unknown>
    return [at, level, message].every((part) => typeof part === 'string')
  } catch {
    return false
  }
}
