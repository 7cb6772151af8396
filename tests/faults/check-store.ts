import { execFile } from 'node:child_process'

/** The lines that `npm run check-store` prints: one for each problem, then a summary. Empty if there is no problem. */
export async function findProblems(folder: string): Promise<string[]> {
  const { code, output } = await checkStore(folder)
  return code === 0 ? [] : output.trim().split('\n')
}

/** Runs `tools/check-store.ts` on a data folder. */
export function checkStore(folder: string, ...options: string[]): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: folder }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['tools/check-store.ts', ...options], { env }, (_, out, err) =>
      resolve({ code: child.exitCode ?? 1, output: out + err }),
    )
  })
}
