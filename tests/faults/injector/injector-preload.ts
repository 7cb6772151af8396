// Loaded into the site's process before its own code (`node --import`). Wraps functions of Node so that a chosen call
// kills the process, and the clock, so that it can be shifted. The site has no test hooks.
import fs from 'node:fs'
import fsp, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Injection } from './injection.ts'

type Callable = (this: unknown, ...args: unknown[]) => unknown

let injection: Injection | null = null
let remaining = 0
/** Milliseconds by which the clock of this process is ahead. */
let clockOffset = 0
/** Milliseconds by which the uptime is ahead: if only the clock moves, the site treats it as a clock change. */
let uptimeOffset = 0

if (process.send && process.argv[1]?.endsWith('main.js')) {
  type Message = { injection?: Injection | null; clockOffset?: number; uptimeOffset?: number }
  process.on('message', (message: Message) => {
    if (message.injection !== undefined) arm(message.injection)
    if (message.clockOffset !== undefined) clockOffset = message.clockOffset
    if (message.uptimeOffset !== undefined) uptimeOffset = message.uptimeOffset
    process.send?.('armed')
  })
  // The listener must not keep the process alive.
  process.channel?.unref()
  arm(JSON.parse(process.env['ENFILADE_INJECTION'] ?? 'null') as Injection | null)
  clockOffset = Number(process.env['ENFILADE_CLOCK_OFFSET'] ?? 0)
  wrapClock()
  wrapAll()
}

function arm(next: Injection | null): void {
  injection = next
  remaining = next?.nth ?? 0
}

/** Kills the process if this is the nth call that matches the armed injection. */
function inject(call: string, argument: string, when: Injection['when']): void {
  if (injection?.call !== call || injection.when !== when || !new RegExp(injection.argumentPattern).test(argument))
    return
  remaining -= 1
  if (remaining > 0) return
  process.kill(process.pid, 'SIGKILL')
  // The signal may arrive later.
  for (;;);
}

function wrapAll(): void {
  for (const call of ['copyFile', 'link', 'rename'] as const) wrap(fsp, call, ([from, to]) => pathsOf(from, to))
  for (const call of ['writeFile', 'rm', 'open'] as const) wrap(fsp, call, ([path]) => pathsOf(path))
  wrapHandles()
  // Upload streams write through these.
  for (const call of ['write', 'writev'] as const) wrap(fs, call, () => 'stream')
  wrap(DatabaseSync.prototype, 'exec', ([sql]) => String(sql), 'sql')
  for (const call of ['run', 'all'] as const) {
    wrap(StatementSync.prototype, call, (_, statement) => (statement as StatementSync).sourceSQL, 'sql')
  }
  syncBuiltinESMExports()
}

/** Adds injection points before and after each call. `argumentOf` returns the string that `argumentPattern` matches. */
function wrap<T extends object>(
  owner: T,
  call: keyof T & string,
  argumentOf: (args: unknown[], self: unknown) => string,
  name: string = call,
): void {
  const original = owner[call] as Callable
  const wrapped: Callable = function (...args) {
    const argument = argumentOf(args, this)
    inject(name, argument, 'before')
    const result = original.apply(this, args)
    if (!(result instanceof Promise)) {
      inject(name, argument, 'after')
      return result
    }
    return result.then((value: unknown) => {
      inject(name, argument, 'after')
      return value
    })
  }
  owner[call] = wrapped as T[keyof T & string]
}

/** Node does not export the class of file handles, so its prototype is taken from the first handle. */
function wrapHandles(): void {
  const open = fsp.open
  let isWrapped = false
  fsp.open = async (...args) => {
    const handle = await open(...args)
    if (!isWrapped) {
      isWrapped = true
      wrapHandle(Object.getPrototypeOf(handle) as FileHandle)
    }
    paths.set(handle, String(args[0]))
    return handle
  }
}

const paths = new WeakMap<object, string>()

function wrapHandle(prototype: FileHandle): void {
  const pathOf = (_: unknown[], self: unknown) => relative(paths.get(self as object) ?? '')
  const writeFile = prototype.writeFile
  prototype.writeFile = async function (this: FileHandle, bytes, ...more) {
    if (injection?.when === 'halfway' && injection.call === 'handle.writeFile' && Buffer.isBuffer(bytes)) {
      await writeFile.call(this, bytes.subarray(0, bytes.length / 2))
      inject('handle.writeFile', pathOf([], this), 'halfway')
    }
    return writeFile.call(this, bytes, ...more)
  }
  wrap(prototype, 'sync', pathOf)
}

function pathsOf(...paths: unknown[]): string {
  return paths.map((path) => relative(String(path))).join(' ')
}

function relative(path: string): string {
  const root = process.env['DATA_DIR'] ?? ''
  return path.startsWith(root) ? path.slice(root.length + 1) : path
}

function wrapClock(): void {
  const RealDate = Date
  globalThis.Date = class extends RealDate {
    constructor(...args: [] | [number | string | Date]) {
      if (args.length === 0) super(RealDate.now() + clockOffset)
      else super(...(args as [number]))
    }

    static override now(): number {
      return RealDate.now() + clockOffset
    }
  } as DateConstructor
  const realUptime = os.uptime
  os.uptime = () => realUptime() + uptimeOffset / 1_000
}
