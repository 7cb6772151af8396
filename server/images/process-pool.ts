import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { limitConcurrency } from '#portfolio/concurrency-limit.ts'
import { ImageProcessorFailed } from '#portfolio/ports.ts'

/** A worker ran out of memory or time, crashed, was `killed` from outside, or reported an error. */
export class WorkerFailed extends ImageProcessorFailed {
  override readonly name = 'WorkerFailed'
}

/** Sends a request to the reserved worker, which is killed after `timeoutMs` (not counting the wait for a slot). */
export type SendToWorker = <T>(request: object, timeoutMs: number) => Promise<T>

export interface ProcessLimits {
  /** A module that Node runs. It replies to a message `{ id, … }` with a `Reply` of the same id. */
  readonly program: string
  /** The memory that one worker may allocate. On systems without such a limit, only the timeout stops it. */
  readonly memoryBytes: number
  readonly maxWorkers: number
  /** While it returns true, one reserved worker at a time is busy, so that cores are free for HTTP requests. */
  readonly shouldYield?: () => boolean
}

export interface Reply {
  readonly id: number
  readonly memoryBytes: number
  readonly value?: unknown
  readonly error?: string
}

/** A worker that uses more memory than this is replaced, so that the full limit is available to the next image. */
const maxIdleMemoryBytes = 320 * 1024 * 1024
const idleTimeoutMs = 15_000

/** Opens a pool of processes for work that may exhaust memory, crash or run forever. */
export function openProcessPool(limits: ProcessLimits) {
  const slots = limitConcurrency(limits.maxWorkers)
  const yielding = limitConcurrency(1)
  const idle: Worker[] = []

  const take = (): Worker => {
    const worker = idle.pop()
    worker?.onTaken?.()
    if (!worker) return startWorker(limits)
    return worker.failure ? take() : worker
  }
  const giveBack = (worker: Worker) => {
    if (worker.failure || worker.memoryBytes > maxIdleMemoryBytes || idle.length >= limits.maxWorkers)
      return worker.kill()
    const timer = setTimeout(() => {
      idle.splice(idle.indexOf(worker), 1)
      worker.kill()
    }, idleTimeoutMs)
    worker.onTaken = () => clearTimeout(timer)
    timer.unref()
    idle.push(worker)
  }

  return {
    /** Sends one request. It runs before all queued requests to reserved workers. */
    runOne<T>(request: object, timeoutMs: number): Promise<T> {
      const task = async () => {
        const worker = take()
        try {
          return await worker.send<T>(request, timeoutMs)
        } finally {
          giveBack(worker)
        }
      }
      return slots.run(task, { urgent: true })
    },

    /** Reserves one worker, which keeps its state, until `work` ends. Between its requests, other workers may run. */
    async reserve<T>(work: (send: SendToWorker) => Promise<T>): Promise<T> {
      let worker: Worker | undefined
      try {
        // A worker is started only once it has a slot, so that a queued request takes no memory.
        return await work((request, timeoutMs) => {
          const send = () => slots.run(() => (worker ??= take()).send<never>(request, timeoutMs))
          return limits.shouldYield?.() ? yielding.run(send) : send()
        })
      } finally {
        if (worker) giveBack(worker)
      }
    },
  }
}

interface Worker {
  readonly send: SendToWorker
  failure: WorkerFailed | null
  memoryBytes: number
  onTaken?: () => void
  kill(): void
}

function startWorker(limits: ProcessLimits): Worker {
  const child = spawnChild(limits)
  let pending: { id: number; resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined
  let requests = 0
  let timedOut = false
  const worker: Worker = {
    failure: null,
    memoryBytes: 0,
    kill: () => void child.kill('SIGKILL'),
    async send<T>(request: object, timeoutMs: number) {
      if (worker.failure) throw worker.failure
      setReferenced(child, true)
      const timer = setTimeout(() => {
        timedOut = true
        child.kill('SIGKILL')
      }, timeoutMs)
      try {
        const reply = await new Promise<Reply>((resolve, reject) => {
          pending = { id: ++requests, resolve, reject }
          child.send({ ...request, id: requests })
        })
        worker.memoryBytes = reply.memoryBytes
        // After a failure, which may be caused by lack of memory, the worker gets no further image.
        if (reply.error !== undefined) throw (worker.failure = new WorkerFailed(reply.error, false))
        // The caller knows the type of the reply to its request.
        return reply.value as T
      } finally {
        clearTimeout(timer)
        pending = undefined
        setReferenced(child, false)
      }
    },
  }
  const fail = (reason: string, killed: boolean) => {
    worker.failure = new WorkerFailed(reason, killed, true)
    pending?.reject(worker.failure)
  }
  child.on('message', (reply: Reply) => (reply.id === pending?.id ? pending.resolve(reply) : undefined))
  // The process could not be started or has just ended, so the file is not the cause.
  child.on('error', (error) => fail(String(error), true))
  // At the memory limit, allocations fail; no decoder reacts to that with SIGKILL.
  child.on('exit', (code, signal) =>
    timedOut
      ? fail('no reply within the time limit', false)
      : fail(`the process ended: ${signal ?? code}`, signal === 'SIGKILL'),
  )
  return worker
}

function spawnChild({ program, memoryBytes }: ProcessLimits): ChildProcess {
  const command = [process.execPath, '--no-warnings', program]
  // The worker reads untrusted bytes, so it gets no secrets from the environment.
  const env = { TMPDIR: tmpdir(), MALLOC_ARENA_MAX: '2' }
  // Only the system can limit native code: a worker thread's resourceLimits cover only the JavaScript heap.
  const limited = ['/bin/sh', '-c', 'ulimit -c 0; ulimit -d "$0"; exec "$@"', String(Math.floor(memoryBytes / 1024))]
  const [file = '', ...args] = process.platform === 'win32' ? command : [...limited, ...command]
  const child = spawn(file, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env,
  })
  setReferenced(child, false)
  return child
}

/** Sets whether the child keeps this process running. An idle child does not, and ends with this process. */
function setReferenced(child: ChildProcess, referenced: boolean): void {
  if (referenced) child.ref()
  else child.unref()
  if (referenced) child.channel?.ref()
  else child.channel?.unref()
}
