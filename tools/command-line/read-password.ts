import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/**
 * Reads a password: asks twice on the terminal, without echo, or reads the first line of standard input. `null` if the
 * two passwords differ or the input ends.
 */
export async function readPassword(question: string): Promise<string | null> {
  const isTerminal = process.stdin.isTTY === true
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const input = createInterface({ input: process.stdin, output: hidden, terminal: isTerminal })
  const lines = input[Symbol.asyncIterator]()
  const ask = async (text: string) => {
    if (isTerminal) process.stderr.write(text)
    const { value } = (await lines.next()) as { value: string | undefined }
    if (isTerminal) process.stderr.write('\n')
    return value ?? null
  }
  try {
    const password = await ask(question)
    if (password === null || !isTerminal) return password
    return (await ask('Repeat the password: ')) === password ? password : null
  } finally {
    input.close()
  }
}
