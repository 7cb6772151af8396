// Runs before anything is installed, on any Node from 20 up: plain JavaScript and Node's own modules only.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The owners of the locks that this process holds: a stale lock may have its process id, for example in a container. */
const held = new Set()

/**
 * Takes the lock, a folder with one file that is named after the owner. Returns the function that releases it; `null` if
 * another process has it, or if the lock of a dead process had to be removed first.
 */
export function takeLock(lock) {
  // No other process ever has this name, so removing the file of a dead process removes nothing else.
  const owner = `${process.pid}.${randomUUID()}`
  const own = `${lock}.${owner}`
  mkdirSync(own)
  writeFileSync(join(own, owner), '')
  try {
    // Fails unless the folder is missing or empty.
    renameSync(own, lock)
    held.add(owner)
    return () => {
      held.delete(owner)
      release(lock, owner)
    }
  } catch (error) {
    rmSync(own, { recursive: true })
    // EPERM on Windows, which does not replace an empty folder either.
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) throw error
    for (const other of ownersOf(lock)) if (!isAlive(other)) release(lock, other)
    return null
  }
}

function release(lock, owner) {
  rmSync(join(lock, owner), { force: true })
  try {
    rmdirSync(lock)
  } catch (error) {
    // Another process has taken the lock in the meantime, or has already removed it.
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code)) throw error
  }
}

function ownersOf(lock) {
  try {
    return readdirSync(lock)
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

function isAlive(owner) {
  const pid = Number.parseInt(owner)
  if (pid === process.pid) return held.has(owner)
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}
