import { execFile } from 'node:child_process'

/** What is not as it must be in a data folder, as the owner's own command tells it (`npm run check-store`). */
export async function findUnsound(folder: string): Promise<string[]> {
  const { code, said } = await checkStore(folder)
  return code === 0 ? [] : said.trim().split('\n')
}

/** Runs the command on a data folder. */
export function checkStore(folder: string, ...words: string[]): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: folder }
  return new Promise((resume) => {
    const child = execFile(process.execPath, ['tools/check-store.ts', ...words], { env }, (_, out, err) =>
      resume({ code: child.exitCode ?? 1, said: out + err }),
    )
  })
}
