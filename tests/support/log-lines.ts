/** Finds secrets in the output, and log lines that are not JSON entries. */
export function problemsInLog(output: string, log: string, secrets: readonly string[]): string[] {
  const lines = log.split('\n').filter((line) => line !== '' && !isLogEntry(line))
  return [
    ...lines.map((line) => `not JSON: ${line}`),
    ...secrets.filter((secret) => secret.length > 7 && output.includes(secret)).map(() => 'the log contains a secret'),
  ]
}

function isLogEntry(line: string): boolean {
  try {
    const { at, level, message } = JSON.parse(line) as Record<string, unknown>
    return [at, level, message].every((value) => typeof value === 'string')
  } catch {
    return false
  }
}
