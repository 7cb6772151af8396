import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Launch, Site } from '#e2e/site.ts'

const run = promisify(execFile)

/** What of the data folder lies on the small disk. */
export type Part = 'everything' | 'database' | 'files' | 'uploads'

// A file system in memory that only the site sees: the folder itself keeps what lies on the large disk.
const arrange: Record<Part, string> = {
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

/** Starts a site that has this part of its data on a disk of 24 MB. */
export function onSmallDisk(part: Part): Launch {
  const script = `ASIDE="$DATA_DIR.aside" && mkdir -p "$ASIDE" && ${arrange[part]} && exec "$@"`
  return (program, words, env) =>
    spawn('unshare', ['-rm', 'sh', '-c', script, 'sh', program, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** A path in the data folder as the site sees it. */
export function seenBy(site: Site, ...path: string[]): string {
  return join(`/proc/${site.process.pid}/root`, site.dataDir, ...path)
}

/** Fills the disk on which this folder lies but for so many bytes. Gives the way to free it again. */
export async function fill(folder: string, leaving = 0): Promise<() => Promise<void>> {
  const path = join(folder, 'ballast')
  const ballast = await open(path, 'w')
  const piece = Buffer.alloc(64 * 1024)
  let written = 0
  try {
    for (;;) written += (await ballast.write(piece)).bytesWritten
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    await ballast.truncate(Math.max(written - leaving, 0))
  } finally {
    await ballast.close()
  }
  return () => rm(path, { force: true })
}

/** Mounts this part of the site's data folder anew: `ro`, or `rw`. */
export async function remount(site: Site, folder: string, as: 'ro' | 'rw'): Promise<void> {
  const inside = ['-t', String(site.process.pid), '-U', '-m', '--preserve-credentials']
  await run('nsenter', [...inside, 'mount', '-o', `remount,${as}`, join(site.dataDir, folder)])
}

/** A copy of the whole data folder as the site sees it: its disk is gone with the process. */
export async function rescued(site: Site): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'enfilade-rescued-'))
  await cp(seenBy(site), copy, { recursive: true })
  return copy
}

/** Lets system calls of the site fail as a broken disk would, until the returned function is called. */
export async function breakCalls(site: Site, calls: string, error: string): Promise<() => Promise<void>> {
  const words = [
    '-f',
    '-q',
    '-p',
    String(site.process.pid),
    '-e',
    `trace=${calls}`,
    '-e',
    `inject=${calls}:error=${error}`,
  ]
  const strace = spawn('strace', [...words, '-o', '/dev/null'], { stdio: ['ignore', 'ignore', 'pipe'] })
  await new Promise((resume) => setTimeout(resume, 1_000))
  return () =>
    new Promise((resume) => {
      strace.once('exit', () => resume())
      strace.kill('SIGINT')
    })
}
