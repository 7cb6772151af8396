import { parseArgs, type ParseArgsConfig } from 'node:util'
import { describeFailure } from '#server/expected-failure.ts'
import { print } from '#server/log.ts'

/** The exit code for invalid arguments. */
const usageCode = 2

/** The flags (`--name`) and the positional arguments of a command. `--help` prints the usage and exits. */
export function parseArguments(usage: string, maxPositionals: number, flags: readonly string[] = []) {
  const options = Object.fromEntries([...flags, 'help'].map((flag) => [flag, { type: 'boolean' as const }]))
  const { values, positionals } = parseOrExit({ options, allowPositionals: true })
  if (values['help']) {
    print(usage)
    process.exit(0)
  }
  const unexpected = positionals[maxPositionals]
  if (unexpected !== undefined) exitWithUsage(`Unexpected argument '${unexpected}'. --help shows the usage.`)
  return { flags: new Set(Object.keys(values)), positionals }
}

function parseOrExit(config: ParseArgsConfig) {
  try {
    return parseArgs(config)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // The sentences after the first are Node's general advice.
    return exitWithUsage(`${error.message.split('. ')[0]}. --help shows the usage.`)
  }
}

/** Prints why the arguments are invalid, or the usage, and exits with code 2. */
export function exitWithUsage(text: string): never {
  print(text.replace(/[^\P{Cc}\n]|\p{Cf}/gu, ''))
  process.exit(usageCode)
}

/** Prints a line about a file, whose name is untrusted: control characters must not reach the terminal. */
export function printLine(text: string): void {
  print(text.replace(/[\p{Cc}\p{Cf}]/gu, ''))
}

/** `1 project`, `2 projects`. */
export function countOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Runs an operator command. An expected failure is printed as one sentence, and the exit code becomes 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    const sentence = describeFailure(error)
    if (sentence === null) throw error
    print(sentence)
    process.exitCode = 1
  }
}
