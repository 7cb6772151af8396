import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type pg from 'pg'
import { findFreePort } from './free-port.ts'
import { connectToPostgres } from './postgres/postgres-database.ts'
import { temporaryRoot } from './temporary-root.ts'

// On a busy machine the image processes, which run at low priority, take minutes to examine the samples.
const startTimeoutMs = 900_000

/** Spawns the site's process. Tests replace it to run the site elsewhere, for example on a small disk. */
export type Launch = (program: string, args: readonly string[], env: NodeJS.ProcessEnv) => ChildProcess

const spawnDirectly: Launch = (program, args, env) => spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })

/** A built site that listens on the loopback interface, with its own data folder. */
export class SiteProcess {
  readonly dataDir: string
  readonly port: number
  /** Everything written to stdout and stderr. */
  output = ''
  /** Everything written to stderr, the log. */
  log = ''
  /** Whether the process was ever killed, stopped or suspended. */
  wasInterrupted = false
  #process: ChildProcess | undefined
  /** The connection of `query`, for a site on PostgreSQL. */
  #postgres: pg.Pool | undefined
  readonly #settings: Record<string, string>
  readonly #launch: Launch

  private constructor(dataDir: string, port: number, settings: Record<string, string>, launch: Launch) {
    this.dataDir = dataDir
    this.port = port
    this.#settings = settings
    this.#launch = launch
  }

  /** Starts a site on a copy of the folder `prepared`, or on an empty folder. */
  static async open(
    prepared: string | null,
    settings: Record<string, string> = {},
    launch = spawnDirectly,
  ): Promise<SiteProcess> {
    const site = await SiteProcess.create(prepared, settings, launch)
    await site.start()
    return site
  }

  /** Like `open`, without starting the process. */
  static async create(
    prepared: string | null,
    settings: Record<string, string> = {},
    launch = spawnDirectly,
  ): Promise<SiteProcess> {
    const dataDir = await mkdtemp(join(temporaryRoot(), 'enfilade-site-'))
    // The asynchronous `cp` takes 10 times as long for about 500 small files.
    if (prepared) cpSync(prepared, dataDir, { recursive: true })
    return new SiteProcess(dataDir, await findFreePort(), settings, launch)
  }

  /** Creates another site on the data folder of an existing one. */
  static async withDataOf(
    other: SiteProcess,
    settings: Record<string, string> = {},
    launch = spawnDirectly,
  ): Promise<SiteProcess> {
    return new SiteProcess(other.dataDir, await findFreePort(), settings, launch)
  }

  get origin(): string {
    return this.#settings['PUBLIC_ORIGIN'] ?? `http://localhost:${this.port}`
  }

  get pid(): number {
    return this.#process?.pid ?? 0
  }

  get database(): string {
    return join(this.dataDir, 'enfilade.db')
  }

  /** The running process, or the last one. */
  get process(): ChildProcess {
    if (!this.#process) throw new Error('the site was never started')
    return this.#process
  }

  async start(): Promise<void> {
    // The same options as in `npm start`.
    const child = this.#launch(
      process.execPath,
      ['--v8-pool-size=1', '--max-semi-space-size=8', 'build/server/main.js'],
      this.#environment(),
    )
    this.#process = child
    child.stdout?.on('data', (text) => (this.output += text))
    child.stderr?.on('data', (text) => {
      this.output += text
      this.log += text
    })
    const deadline = Date.now() + startTimeoutMs
    while (!(await this.#isHealthy())) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline)
        throw new Error(`The site did not start:\n${this.output}`)
      await new Promise((resume) => setTimeout(resume, 30))
    }
  }

  /** Kills the process with SIGKILL. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Sends SIGTERM and waits until the process has exited. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  /** Kills the process and deletes its data folder. */
  async close(): Promise<void> {
    await this.#end('SIGKILL')
    await rm(this.dataDir, { recursive: true, force: true })
  }

  /** Suspends the process. */
  suspend(): void {
    this.wasInterrupted = true
    this.#process?.kill('SIGSTOP')
  }

  resume(): void {
    this.#process?.kill('SIGCONT')
  }

  /** Runs an operator command, as `npm run admin -- …` does. */
  async runAdminCommand(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, ['tools/admin.ts', ...args], {
      env: this.#environment(),
    })
    return stdout
  }

  /**
   * Runs SQL on the site's database, SQLite or PostgreSQL, from outside its process. Parameters are written as `?`;
   * PostgreSQL needs quotes around names with capitals.
   */
  async query<Row>(text: string, ...values: (string | number | null)[]): Promise<Row[]> {
    const url = this.#settings['DATABASE_URL']
    if (!url) return this.sql(text, ...values)
    this.#postgres ??= connectToPostgres(url)
    let parameters = 0
    const numbered = text.replaceAll('?', () => `$${(parameters += 1)}`)
    const { rows } = await this.#postgres.query(numbered, values)
    // The caller knows the columns.
    return rows as Row[]
  }

  /** The names of all tables. */
  async tables(): Promise<string[]> {
    const rows = await this.query<{ name: string }>(
      this.#settings['DATABASE_URL']
        ? `select tablename as name from pg_tables where schemaname = 'public' order by tablename`
        : `select name from sqlite_schema where type = 'table' order by name`,
    )
    return rows.map(({ name }) => name)
  }

  /** Runs SQL on the database of a site on SQLite, from outside its process. */
  sql<Row>(text: string, ...values: (string | number | null)[]): Row[] {
    const database = new DatabaseSync(this.database, { timeout: 5_000 })
    try {
      return database.prepare(text).all(...values) as Row[]
    } finally {
      database.close()
    }
  }

  /** Takes the database's write lock. Returns the function that releases it. */
  holdWriteLock(): () => void {
    const database = new DatabaseSync(this.database, { timeout: 5_000 })
    database.exec('begin immediate')
    return () => {
      database.exec('rollback')
      database.close()
    }
  }

  async #isHealthy(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.port}/healthz`).then(
      (response) => response.ok,
      () => false,
    )
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    await this.#postgres?.end()
    this.#postgres = undefined
    const child = this.#process
    this.wasInterrupted = true
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGCONT')
    child.kill(signal)
    await ended
  }

  #environment(): NodeJS.ProcessEnv {
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
    return {
      PATH,
      HOME,
      NODE_COMPILE_CACHE,
      // As in `npm start`. Without it React renders several times slower.
      NODE_ENV: 'production',
      PORT: String(this.port),
      HOST: '127.0.0.1',
      // No nightly backup begins during the tests.
      TZ: zoneAfterNight(new Date()),
      DATA_DIR: this.dataDir,
      PUBLIC_ORIGIN: this.origin,
      // Rate limits count per client address, which tests set in X-Forwarded-For.
      TRUSTED_PROXIES: '127.0.0.1,::1',
      ...this.#settings,
    }
  }
}

/** The time zone in which the hour of the nightly backup, 3:00, has just passed: `Etc/GMT+3` is 3 hours behind UTC. */
function zoneAfterNight(now: Date): string {
  const behindUtc = ((now.getUTCHours() - 4 + 36) % 24) - 12
  return `Etc/GMT${behindUtc < 0 ? behindUtc : `+${behindUtc}`}`
}
