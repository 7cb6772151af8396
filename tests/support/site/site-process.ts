import { execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type pg from 'pg'
import { findFreePort } from '#tests/support/free-port.ts'
import { launchDirectly, type Launch } from './launch.ts'
import { readObject, readObjects, type TestBucket } from '#tests/support/object-store/create-bucket.ts'
import { connectToPostgres } from '#tests/support/postgres/postgres-database.ts'
import type { ScaledBackend } from '#tests/support/scaled/browser/scaled-backend.ts'
import { preparedStores } from '#tests/support/scaled/browser/stores-variable.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'
import { zoneAfterNight } from './zone-after-night.ts'

// On a busy machine the image processes, which run at low priority, take minutes to examine the samples.
const startTimeoutMs = 900_000

export type { Launch } from './launch.ts'

/**
 * A built site that listens on the loopback interface, with its own data folder. While `npm run test:scaled` runs the
 * browser tests, it has three processes, PostgreSQL and a bucket instead.
 */
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
  readonly #scaled: ScaledBackend | null
  #isSuspended = false

  private constructor(
    dataDir: string,
    port: number,
    settings: Record<string, string>,
    launch: Launch,
    scaled: ScaledBackend | null = null,
  ) {
    this.dataDir = dataDir
    this.port = port
    this.#settings = settings
    this.#launch = launch
    this.#scaled = scaled
  }

  /** Starts a site on a copy of the folder `prepared`, or on an empty folder. */
  static async open(
    prepared: string | null,
    settings: Record<string, string> = {},
    launch = launchDirectly,
  ): Promise<SiteProcess> {
    const site = await SiteProcess.create(prepared, settings, launch)
    await site.start()
    return site
  }

  /** Like `open`, without starting the process. */
  static async create(
    prepared: string | null,
    settings: Record<string, string> = {},
    launch = launchDirectly,
  ): Promise<SiteProcess> {
    const dataDir = await mkdtemp(join(temporaryRoot(), 'enfilade-site-'))
    const stores = preparedStores()
    if (stores) {
      const { openScaledBackend } = await import('#tests/support/scaled/browser/scaled-backend.ts')
      const scaled = await openScaledBackend(stores, prepared === null)
      const merged = { ...scaled.settings, ...settings }
      return new SiteProcess(dataDir, await findFreePort(), merged, scaled.launch, scaled)
    }
    // The asynchronous `cp` takes 10 times as long for about 500 small files.
    if (prepared) cpSync(prepared, dataDir, { recursive: true })
    return new SiteProcess(dataDir, await findFreePort(), settings, launch)
  }

  /** Creates another site on the data folder of an existing one. */
  static async withDataOf(
    other: SiteProcess,
    settings: Record<string, string> = {},
    launch = launchDirectly,
  ): Promise<SiteProcess> {
    return new SiteProcess(other.dataDir, await findFreePort(), settings, launch)
  }

  /** Where a site with three processes has its files; `null` if they are in the data folder. */
  get bucket(): TestBucket | null {
    return this.#scaled?.bucket ?? null
  }

  /** The settings that name the site's data. */
  get storeSettings(): Record<string, string> {
    return { DATA_DIR: this.dataDir, ...this.#scaled?.settings }
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

  /** Kills the process and deletes its data. */
  async close(): Promise<void> {
    await this.#end('SIGKILL')
    await this.#scaled?.close()
    await rm(this.dataDir, { recursive: true, force: true })
  }

  /** Suspends the process. */
  suspend(): void {
    this.wasInterrupted = true
    this.#isSuspended = true
    this.#signal('SIGSTOP')
  }

  resume(): void {
    this.#isSuspended = false
    this.#signal('SIGCONT')
  }

  /** Runs an operator command, as `npm run admin -- …` does. */
  async runAdminCommand(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, ['tools/admin.ts', ...args], {
      env: this.#environment(),
    })
    return stdout
  }

  /** The names of the originals in a folder, such as `coverPhotos`. */
  async listOriginals(folder: string): Promise<string[]> {
    if (!this.bucket) return readdir(join(this.dataDir, 'files', folder))
    const keys = (await readObjects(this.bucket)).map(({ key }) => key)
    return keys.filter((key) => key.startsWith(`${folder}/`)).map((key) => key.slice(folder.length + 1))
  }

  readOriginal(storageKey: string): Promise<Buffer> {
    return this.bucket ? readObject(this.bucket, storageKey) : readFile(join(this.dataDir, 'files', storageKey))
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

  /** Runs SQL that is written for SQLite, from outside the site's process. */
  sql<Row>(text: string, ...values: (string | number | null)[]): Row[] {
    // The caller knows the columns.
    if (this.#scaled) return this.#scaled.runSql(this.#dataDirIfResponding(), text, values) as Row[]
    const database = new DatabaseSync(this.database, { timeout: 60_000 })
    try {
      return database.prepare(text).all(...values) as Row[]
    } finally {
      database.close()
    }
  }

  /** With several processes, waits until each has evicted the cached pages that the last change affects. */
  waitForChanges(): void {
    this.#scaled?.waitForChanges(this.#dataDirIfResponding())
  }

  /** Keeps the site from writing to its database. Returns the function that releases the lock. */
  holdWriteLock(): () => void {
    if (this.#scaled) return this.#scaled.lockTables()
    const database = new DatabaseSync(this.database, { timeout: 60_000 })
    database.exec('begin immediate')
    return () => {
      database.exec('rollback')
      database.close()
    }
  }

  #dataDirIfResponding(): string | null {
    return this.#isRunning() && !this.#isSuspended ? this.dataDir : null
  }

  #isRunning(): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null
  }

  /** Three processes and their load balancer are a process group. */
  #signal(signal: NodeJS.Signals): void {
    if (!this.#isRunning()) return
    if (this.#scaled) process.kill(-this.pid, signal)
    else this.process.kill(signal)
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
    this.wasInterrupted = true
    if (!this.#isRunning()) return
    // The pipes of several processes are closed when the last one has ended.
    const ended = once(this.process, this.#scaled ? 'close' : 'exit')
    this.resume()
    this.#signal(signal)
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
      // So that no nightly backup begins during the tests.
      TZ: zoneAfterNight(new Date()),
      DATA_DIR: this.dataDir,
      PUBLIC_ORIGIN: this.origin,
      // Rate limits count per client address, which tests set in X-Forwarded-For.
      TRUSTED_PROXIES: '127.0.0.1,::1',
      ...this.#settings,
    }
  }
}
