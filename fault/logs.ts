import type { opened } from './stage.ts'

/** What the logs of these sites hold that they must not: a secret, or a line of the machine that is no JSON. */
export function problemsInLogs(sites: typeof opened): string[] {
  const problems = new Set<string>()
  for (const { site, secrets } of sites) {
    for (const secret of secrets) {
      if (secret.length > 7 && site.output.includes(secret)) problems.add('a secret stands in the log')
    }
    for (const line of site.log.split('\n')) if (line !== '' && !isEvent(line)) problems.add(`no JSON: ${line}`)
  }
  return [...problems]
}

function isEvent(line: string): boolean {
  try {
    const { at, level, message } = JSON.parse(line) as Record<string, unknown>
    return [at, level, message].every((part) => typeof part === 'string')
  } catch {
    return false
  }
}
