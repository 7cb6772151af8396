import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'

/** A child gave up or ended in the middle of its work: out of memory, out of time, or by a fault of the decoder. */
export class ChildLost extends Error {
  override readonly name = 'ChildLost'
}

/** Sends a request and waits for its turn and its answer; beyond `limitMs` of work the child is killed. */
export type Ask = <T>(request: object, limitMs: number) => Promise<T>

/** The program that children run, and what they are held to. */
export interface Confinement {
  /** A module that Node runs. It answers `{ id, … }` with `{ id, value }` or `{ id, error }`, and says how much it holds. */
  readonly program: string
  /** What one child may allocate. Where the system knows no such limit, time alone ends it. */
  readonly memoryBytes: number
  /** How many work at once. */
  readonly most: number
}

/** What a child answers: `held` is the memory that it holds on to. */
export interface Reply {
  readonly id: number
  readonly held: number
  readonly value?: unknown
  readonly error?: string
}

/** A child that has grown beyond this is replaced, so that the next picture has the whole of the limit. */
const mostHeld = 320 * 1024 * 1024
const idleMs = 15_000

/** Children for work that may take all memory, never end, or crash: whatever happens to one, this process stands. */
export function openChildren(confinement: Confinement) {
  const turns = takeTurns(confinement.most)
  const idle: Running[] = []

  const take = (): Running => {
    const child = idle.pop()
    child?.onLeave?.()
    if (!child) return run(confinement)
    return child.lost ? take() : child
  }
  const giveBack = (child: Running) => {
    if (child.lost || child.held > mostHeld || idle.length >= confinement.most) return child.end()
    const ending = setTimeout(() => {
      idle.splice(idle.indexOf(child), 1)
      child.end()
    }, idleMs)
    child.onLeave = () => clearTimeout(ending)
    ending.unref()
    idle.push(child)
  }

  return {
    /** Asks one thing, for somebody who waits: served before all that is asked of children on loan. */
    askOnce<T>(request: object, limitMs: number): Promise<T> {
      return turns(true, async () => {
        const child = take()
        try {
          return await child.ask<T>(request, limitMs)
        } finally {
          giveBack(child)
        }
      })
    },

    /** Lends one child, which remembers, for as long as `borrow` takes; others may have their turn between its requests. */
    async lend<T>(borrow: (ask: Ask) => Promise<T>): Promise<T> {
      let child: Running | undefined
      try {
        // Begun only when it is its turn: whoever waits takes no memory.
        return await borrow((request, limitMs) => turns(false, () => (child ??= take()).ask(request, limitMs)))
      } finally {
        if (child) giveBack(child)
      }
    },
  }
}

interface Running {
  readonly ask: Ask
  lost: boolean
  held: number
  onLeave?: () => void
  end(): void
}

function run(confinement: Confinement): Running {
  const child = start(confinement)
  let waiting: { id: number; answer: (reply: Reply) => void; fail: (error: Error) => void } | undefined
  let requests = 0
  const running: Running = {
    lost: false,
    held: 0,
    end: () => void child.kill('SIGKILL'),
    async ask<T>(request: object, limitMs: number) {
      if (running.lost) throw new ChildLost('the child is gone')
      hold(child, true)
      const limit = setTimeout(() => child.kill('SIGKILL'), limitMs)
      try {
        const reply = await new Promise<Reply>((answer, fail) => {
          waiting = { id: ++requests, answer, fail }
          child.send({ ...request, id: requests })
        })
        running.held = reply.held
        // What has failed once, perhaps for lack of memory, is not trusted with the next picture.
        if (reply.error !== undefined) running.lost = true
        if (reply.error !== undefined) throw new ChildLost(reply.error)
        // The program's own answer to this request: the two files agree on it.
        return reply.value as T
      } finally {
        clearTimeout(limit)
        waiting = undefined
        hold(child, false)
      }
    },
  }
  const lose = (why: string) => {
    running.lost = true
    waiting?.fail(new ChildLost(why))
  }
  child.on('message', (reply: Reply) => (reply.id === waiting?.id ? waiting.answer(reply) : undefined))
  child.on('error', (error) => lose(String(error)))
  child.on('exit', (code, signal) => lose(`the child ended: ${signal ?? code}`))
  return running
}

function start({ program, memoryBytes }: Confinement): ChildProcess {
  const command = [process.execPath, '--no-warnings', program]
  // No secret of the environment is near strangers' bytes.
  const env = { TMPDIR: tmpdir(), MALLOC_ARENA_MAX: '2' }
  // Only the system can hold native code to a limit: resourceLimits of a worker thread know JavaScript's heap alone.
  const confined = ['/bin/sh', '-c', 'ulimit -c 0; ulimit -d "$0"; exec "$@"', String(Math.floor(memoryBytes / 1024))]
  const [first = '', ...rest] = process.platform === 'win32' ? command : [...confined, ...command]
  const child = spawn(first, rest, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env,
  })
  hold(child, false)
  return child
}

/** An idle child keeps nobody from ending; it ends itself with whoever started it. */
function hold(child: ChildProcess, on: boolean): void {
  if (on) child.ref()
  else child.unref()
  if (on) child.channel?.ref()
  else child.channel?.unref()
}

/** So many at once; of those who wait, the urgent ones first. */
function takeTurns(most: number) {
  let free = most
  const queues: Record<'urgent' | 'patient', (() => void)[]> = { urgent: [], patient: [] }
  return async <T>(urgent: boolean, work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => queues[urgent ? 'urgent' : 'patient'].push(go))
    try {
      return await work()
    } finally {
      const next = queues.urgent.shift() ?? queues.patient.shift()
      if (next) next()
      else free += 1
    }
  }
}
