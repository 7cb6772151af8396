import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Launch, SiteProcess } from '#tests/support/site/site-process.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'
import { waitUntil } from './site-fixture.ts'

const run = promisify(execFile)

/** The part of the data folder that is on the small disk. */
export type DiskPart = 'everything' | 'database' | 'files' | 'uploads'

/** The size of a small disk. */
export const smallDiskBytes = 24 * 1024 * 1024

// Mounts an in-memory file system that only the site sees; the rest of the folder stays on the original disk.
export const mountScripts: Record<DiskPart, string> = {
  everything: `cp -a "$DATA_DIR/." "$ASIDE" && mount -t tmpfs -o size=24m none "$DATA_DIR" && cp -a "$ASIDE/." "$DATA_DIR"`,
  database: `cp -a "$DATA_DIR/." "$ASIDE" && mount -t tmpfs -o size=24m none "$DATA_DIR" && cp -a "$ASIDE/." "$DATA_DIR"
    mount --bind "$ASIDE/files" "$DATA_DIR/files" && mount --bind "$ASIDE/uploads" "$DATA_DIR/uploads"`,
  files: smallDiskAt('files'),
  uploads: smallDiskAt('uploads'),
}

function smallDiskAt(folder: string): string {
  return `cp -a "$DATA_DIR/${folder}" "$ASIDE" && mount -t tmpfs -o size=24m none "$DATA_DIR/${folder}" &&
    cp -a "$ASIDE/${folder}/." "$DATA_DIR/${folder}"`
}

/** Starts a site with this part of its data on a 24 MB disk. */
export function launchOnSmallDisk(part: DiskPart): Launch {
  const script = `ASIDE="$DATA_DIR.aside" && mkdir -p "$ASIDE" && ${mountScripts[part]} && exec "$@"`
  return (program, args, env) =>
    spawn('unshare', ['-rm', 'sh', '-c', script, 'sh', program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Starts a site with its data folder on a full disk, and its log in a file on that disk. */
export const launchOnFullDisk: Launch = (program, args, env) => {
  const full = `cat /dev/zero > "$DATA_DIR/filler" 2> /dev/null; exec "$@" > "$DATA_DIR/site.log" 2>&1`
  const script = `ASIDE="$DATA_DIR.aside" && mkdir -p "$ASIDE" && ${mountScripts.everything} && { ${full}; }`
  return spawn('unshare', ['-rm', 'sh', '-c', script, 'sh', program, ...args], { env, stdio: 'ignore' })
}

/** A path in the data folder as the site sees it. */
export function pathInSite(site: SiteProcess, ...path: string[]): string {
  return join(`/proc/${site.process.pid}/root`, site.dataDir, ...path)
}

/** Fills the disk of this folder until only `freeBytes` bytes are free. Returns the function that frees the space. */
export async function fill(folder: string, freeBytes = 0): Promise<() => Promise<void>> {
  const path = join(folder, 'filler')
  const filler = await open(path, 'w')
  const chunk = Buffer.alloc(64 * 1024)
  let written = 0
  try {
    for (;;) written += (await filler.write(chunk)).bytesWritten
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    await filler.truncate(Math.max(written - freeBytes, 0))
  } finally {
    await filler.close()
  }
  return () => rm(path, { force: true })
}

/** Remounts this part of the site's data folder read-only or read-write. */
export async function remount(site: SiteProcess, folder: string, mode: 'ro' | 'rw'): Promise<void> {
  const inside = ['-t', String(site.process.pid), '-U', '-m', '--preserve-credentials']
  await run('nsenter', [...inside, 'mount', '-o', `remount,${mode}`, join(site.dataDir, folder)])
}

/** Copies the data folder as the site sees it: the in-memory disk disappears when the process exits. */
export async function copyDataFolder(site: SiteProcess): Promise<string> {
  const copy = await mkdtemp(join(temporaryRoot(), 'enfilade-copy-'))
  await cp(pathInSite(site), copy, { recursive: true })
  return copy
}

/** Makes system calls of the site fail as on a broken disk until the returned function is called. */
export async function failSystemCalls(site: SiteProcess, calls: string, error: string): Promise<() => Promise<void>> {
  const options = [
    '-f',
    '-q',
    '-p',
    String(site.process.pid),
    '-e',
    `trace=${calls}`,
    '-e',
    `inject=${calls}:error=${error}`,
  ]
  const strace = spawn('strace', [...options, '-o', '/dev/null'], { stdio: ['ignore', 'ignore', 'pipe'] })
  await waitUntil('strace is attached to every thread', async () => {
    const tracers = await readTracers(site.process.pid)
    return tracers.every((tracer) => tracer === strace.pid)
  })
  return () =>
    new Promise((resolve) => {
      strace.once('exit', () => resolve())
      strace.kill('SIGINT')
    })
}

/** The ids of the processes that trace the threads of this process; 0 for a thread that is not traced. */
async function readTracers(pid: number | undefined): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`)
  const statuses = await Promise.all(
    // A thread can end between the two calls.
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/status`, 'utf8').catch(() => '')),
  )
  return statuses.map((status) => Number(/^TracerPid:\s+(\d+)/m.exec(status)?.[1]))
}
