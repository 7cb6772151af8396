import { readdir, readFile } from 'node:fs/promises'
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

/** The ids of a parent's image processes. In `stat`, the parent's id is the second field after the name: proc(5). */
export async function workerIds(parentId: number): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const workers = await Promise.all(
    ids.map(async (id) => {
      const [stat, command] = await Promise.all(
        ['stat', 'cmdline'].map((file) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '')),
      )
      const parent = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return parent === parentId && command?.includes('server/images/worker.ts') ? [Number(id)] : []
    }),
  )
  return workers.flat()
}
