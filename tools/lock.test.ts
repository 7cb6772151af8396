import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { temporaryRoot } from '#tests/support/temporary-root.ts'
import { takeLock } from './lock.mjs'

/** Called before each synchronous call of `node:fs` that `takeLock` makes. */
let beforeCall = () => {}
afterEach(() => (beforeCall = () => {}))

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<Record<string, unknown>>()
  const observe = ([name, value]: [string, unknown]) => {
    if (typeof value !== 'function' || !name.endsWith('Sync')) return [name, value]
    return [name, (...args: unknown[]) => (beforeCall(), value(...args))]
  }
  return Object.fromEntries(Object.entries(fs).map(observe))
})

const newLock = () => join(mkdtempSync(join(temporaryRoot(), 'enfilade-lock-')), 'site.lock')

/** The lock of a process that ended without releasing it. */
function staleLock(): string {
  const lock = newLock()
  const module = pathToFileURL(join(import.meta.dirname, 'lock.mjs')).href
  const script = `import { takeLock } from ${JSON.stringify(module)}; if (!takeLock(process.argv[1])) process.exit(1)`
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', script, lock]).status).toBe(0)
  return lock
}

/** What a process that waits for the lock does. */
const tryRepeatedly = (lock: string) => takeLock(lock) ?? takeLock(lock) ?? takeLock(lock)

test('a lock is taken by one process until it is released, and leaves no file', () => {
  const lock = newLock()
  const release = takeLock(lock)
  expect(release).not.toBeNull()
  expect(tryRepeatedly(lock)).toBeNull()
  release?.()
  const releaseNext = takeLock(lock)
  expect(releaseNext).not.toBeNull()
  releaseNext?.()
  expect(readdirSync(dirname(lock))).toEqual([])
})

test('the lock of a process that has ended is taken over', () => {
  const lock = staleLock()
  expect(tryRepeatedly(lock)).not.toBeNull()
  expect(tryRepeatedly(lock)).toBeNull()
})

test('the lock of a process that has ended is taken over by a process with the same id', () => {
  const lock = newLock()
  cpSync(staleLock(), lock, { recursive: true })
  const [owner = ''] = readdirSync(lock)
  renameSync(join(lock, owner), join(lock, owner.replace(/^\d+/, String(process.pid))))
  expect(tryRepeatedly(lock)).not.toBeNull()
  expect(tryRepeatedly(lock)).toBeNull()
})

test('of three processes that find a stale lock, one takes it, wherever the slowest is interrupted by the others', () => {
  const stale = staleLock()
  let lastCall = 1
  for (let first = 1; first <= lastCall; first++) {
    for (let second = first; second <= lastCall; second++) {
      const lock = newLock()
      cpSync(stale, lock, { recursive: true })
      const results: ReturnType<typeof takeLock>[] = []
      let calls = 0
      const interrupt = () => {
        calls += 1
        beforeCall = () => {}
        for (const call of [first, second]) if (call === calls) results.push(tryRepeatedly(lock))
        beforeCall = interrupt
      }
      beforeCall = interrupt
      results.push(tryRepeatedly(lock))
      beforeCall = () => {}
      lastCall = Math.max(lastCall, calls)
      results.push(tryRepeatedly(lock))
      const taken = results.filter((release) => release !== null)
      expect(taken, `interrupted before calls ${first} and ${second}`).toHaveLength(1)
    }
  }
  expect(lastCall).toBeGreaterThan(5)
})
