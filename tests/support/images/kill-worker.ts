import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** Runs `work` and kills the image process that `parentId` starts for it, as the operating system may do. */
export async function killWorkerDuring<T>(work: () => Promise<T>, parentId = process.pid): Promise<T> {
  const before = await workerIds(parentId)
  const result = work()
  // The result is returned below; a rejection before that is expected.
  result.catch(() => {})
  for (;;) {
    const started = (await workerIds(parentId)).find((id) => !before.includes(id))
    if (started !== undefined) {
      process.kill(started, 'SIGKILL')
      return result
    }
    await wait(5)
  }
}

/** The ids of a parent's image processes. Reads only its children, because a worker may reply within milliseconds. */
export async function workerIds(parentId: number): Promise<number[]> {
  const read = (path: string) => readFile(path, 'utf8').catch(() => '')
  const children = (await read(`/proc/${parentId}/task/${parentId}/children`)).split(' ').filter(Boolean)
  const commands = await Promise.all(children.map((id) => read(`/proc/${id}/cmdline`)))
  return children.filter((_, n) => commands[n]?.includes('server/images/worker.ts')).map(Number)
}
