// Runs in the process of the site before the site itself (`node --import`), and lets this process meet its end, or the
// trouble of a machine, at a step that is named. The product knows nothing of it: what it calls has been exchanged.
import fs from 'node:fs'
import fsp, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Blow } from './blow.ts'

type Work = (this: unknown, ...given: unknown[]) => unknown

let blow: Blow | null = null
let left = 0

if (process.send && process.argv[1]?.endsWith('main.js')) {
  process.on('message', ({ blow: order }: { blow: Blow | null }) => {
    take(order)
    process.send?.('taken')
  })
  // What listens must not keep the process alive.
  process.channel?.unref()
  take(JSON.parse(process.env['ENFILADE_BLOW'] ?? 'null') as Blow | null)
  shiftClock(Number(process.env['ENFILADE_CLOCK_SHIFT'] ?? 0))
  exchangeAll()
}

function take(order: Blow | null): void {
  blow = order
  left = order?.nth ?? 0
}

/** Strikes if this is the step that was named, and it has come often enough. */
function pass(verb: string, about: string, when: Blow['when']): void {
  if (blow?.verb !== verb || blow.when !== when || !new RegExp(blow.about).test(about)) return
  left -= 1
  if (left > 0) return
  if (blow.does === 'kill') process.kill(process.pid, 'SIGKILL')
  if (blow.does === 'kill') for (;;);
  throw Object.assign(new Error(`${blow.does}: this disk is in trouble`), { code: blow.does })
}

function exchangeAll(): void {
  for (const verb of ['copyFile', 'link', 'rename'] as const) exchange(fsp, verb, ([from, to]) => pathsOf(from, to))
  for (const verb of ['writeFile', 'rm', 'open'] as const) exchange(fsp, verb, ([path]) => pathsOf(path))
  exchangeHandles()
  // Streams of uploads write through these.
  for (const verb of ['write', 'writev'] as const) exchange(fs, verb, () => 'stream')
  exchange(DatabaseSync.prototype, 'exec', ([sql]) => String(sql), 'sql')
  for (const verb of ['run', 'all'] as const) {
    exchange(StatementSync.prototype, verb, (_, statement) => (statement as StatementSync).sourceSQL, 'sql')
  }
  syncBuiltinESMExports()
}

/** Puts a step before and after each call; `about` says what it is about. */
function exchange<T extends object>(
  owner: T,
  verb: keyof T & string,
  about: (given: unknown[], self: unknown) => string,
  name: string = verb,
): void {
  const original = owner[verb] as Work
  const exchanged: Work = function (...given) {
    const what = about(given, this)
    pass(name, what, 'before')
    const result = original.apply(this, given)
    if (!(result instanceof Promise)) {
      pass(name, what, 'after')
      return result
    }
    return result.then((value: unknown) => {
      pass(name, what, 'after')
      return value
    })
  }
  owner[verb] = exchanged as T[keyof T & string]
}

/** Handles have no class that could be named: it is found at the first one. */
function exchangeHandles(): void {
  const open = fsp.open
  let known = false
  fsp.open = async (...given) => {
    const handle = await open(...given)
    if (!known) {
      known = true
      exchangeHandle(Object.getPrototypeOf(handle) as FileHandle)
    }
    paths.set(handle, String(given[0]))
    return handle
  }
}

const paths = new WeakMap<object, string>()

function exchangeHandle(prototype: FileHandle): void {
  const pathOf = (_: unknown[], self: unknown) => relative(paths.get(self as object) ?? '')
  const writeFile = prototype.writeFile
  prototype.writeFile = async function (this: FileHandle, bytes, ...more) {
    if (blow?.when === 'half-way' && blow.verb === 'handle.writeFile' && Buffer.isBuffer(bytes)) {
      await writeFile.call(this, bytes.subarray(0, bytes.length / 2))
      pass('handle.writeFile', pathOf([], this), 'half-way')
    }
    return writeFile.call(this, bytes, ...more)
  }
  exchange(prototype, 'sync', pathOf)
}

function pathsOf(...paths: unknown[]): string {
  return paths.map((path) => relative(String(path))).join(' ')
}

function relative(path: string): string {
  const root = process.env['DATA_DIR'] ?? ''
  return path.startsWith(root) ? path.slice(root.length + 1) : path
}

/** The clock of the machine is wrong by so many milliseconds. */
function shiftClock(ms: number): void {
  if (ms === 0) return
  const RealDate = Date
  globalThis.Date = class extends RealDate {
    constructor(...given: [] | [number | string | Date]) {
      if (given.length === 0) super(RealDate.now() + ms)
      else super(...(given as [number]))
    }

    static override now(): number {
      return RealDate.now() + ms
    }
  } as DateConstructor
}
