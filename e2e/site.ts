import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'

const openWithinMs = 180_000

/** Starts the program of a site with these settings; somewhere else than usual, perhaps. */
export type Launch = (program: string, words: readonly string[], env: NodeJS.ProcessEnv) => ChildProcess

const plainly: Launch = (program, words, env) => spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })

/** A real site on the loopback, with a data folder of its own. */
export class Site {
  readonly dataDir: string
  readonly port: number
  /** What the process wrote, both streams. */
  output = ''
  /** What it wrote to its log alone. */
  log = ''
  #process: ChildProcess | undefined
  readonly #settings: Record<string, string>
  readonly #launch: Launch

  private constructor(dataDir: string, port: number, settings: Record<string, string>, launch: Launch) {
    this.dataDir = dataDir
    this.port = port
    this.#settings = settings
    this.#launch = launch
  }

  /** Opens a site on a copy of this data folder, or on an empty one. */
  static async open(prepared: string | null, settings: Record<string, string> = {}, launch = plainly): Promise<Site> {
    const site = await Site.at(prepared, settings, launch)
    await site.start()
    return site
  }

  /** The same, not started yet. */
  static async at(prepared: string | null, settings: Record<string, string> = {}, launch = plainly): Promise<Site> {
    const dataDir = await mkdtemp(join(tmpdir(), 'enfilade-site-'))
    if (prepared) await cp(prepared, dataDir, { recursive: true })
    return new Site(dataDir, await freePort(), settings, launch)
  }

  /** Another site over the folder of one that is there, or was. */
  static async over(other: Site, settings: Record<string, string> = {}, launch = plainly): Promise<Site> {
    return new Site(other.dataDir, await freePort(), settings, launch)
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

  /** The process that runs now, or ran last. */
  get process(): ChildProcess {
    if (!this.#process) throw new Error('the site was never started')
    return this.#process
  }

  async start(): Promise<void> {
    const child = this.#launch(process.execPath, ['build/server/main.js'], this.#environment())
    this.#process = child
    child.stdout?.on('data', (text) => (this.output += text))
    child.stderr?.on('data', (text) => {
      this.output += text
      this.log += text
    })
    const deadline = Date.now() + openWithinMs
    while (!(await this.#answers())) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline)
        throw new Error(`The site did not open:\n${this.output}`)
      await new Promise((resume) => setTimeout(resume, 30))
    }
  }

  /** Ends the process without a chance to finish anything. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Asks the process to end, as an update of the machine does, and waits until it has. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  /** Ends the process and removes the folder. */
  async close(): Promise<void> {
    await this.#end('SIGTERM')
    await rm(this.dataDir, { recursive: true, force: true })
  }

  /** Holds the process still, as a hung machine would. */
  freeze(): void {
    this.#process?.kill('SIGSTOP')
  }

  thaw(): void {
    this.#process?.kill('SIGCONT')
  }

  /** Runs a command of the machine's owner, as `npm run admin -- …` does. */
  async owner(...words: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, ['tools/admin.ts', ...words], {
      env: this.#environment(),
    })
    return stdout
  }

  /** Reads or changes rows behind the site's back. */
  sql<Row>(text: string, ...values: (string | number | null)[]): Row[] {
    const database = new DatabaseSync(this.database, { timeout: 5_000 })
    try {
      return database.prepare(text).all(...values) as Row[]
    } finally {
      database.close()
    }
  }

  /** Takes the write lock of the database, as a long backup or a stuck process would. Returns the way to let go. */
  holdWriteLock(): () => void {
    const database = new DatabaseSync(this.database, { timeout: 5_000 })
    database.exec('begin immediate')
    return () => {
      database.exec('rollback')
      database.close()
    }
  }

  async #answers(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.port}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    )
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGCONT')
    child.kill(signal)
    await ended
  }

  #environment(): NodeJS.ProcessEnv {
    const { PATH, HOME } = process.env
    return {
      PATH,
      HOME,
      PORT: String(this.port),
      HOST: '127.0.0.1',
      DATA_DIR: this.dataDir,
      PUBLIC_ORIGIN: this.origin,
      // Limits count by address: whoever needs another one says so as a proxy would.
      TRUSTED_PROXIES: '127.0.0.1,::1',
      ...this.#settings,
    }
  }
}

// Below the range that the system hands out for outgoing connections.
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const probe = createServer()
    const free = await new Promise<boolean>((settle) => {
      probe.once('error', () => settle(false))
      probe.listen(port, '127.0.0.1', () => settle((probe.address() as AddressInfo).port === port))
    })
    await new Promise((closed) => probe.close(closed))
    if (free) return port
  }
}
