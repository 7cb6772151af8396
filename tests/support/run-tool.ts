import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Starts a command of the operator. `ended` resolves with its exit code and what it printed. */
export function runTool(name: string, args: readonly string[], settings: Readonly<Record<string, string>>) {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['--no-warnings', `tools/${name}.ts`, ...args], {
    env: { PATH, HOME, ...settings },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, output: output.trim() }))
  return { child, ended }
}
