// Runs before anything is installed, on any Node from 20 up: plain JavaScript and Node's own modules only.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants, tmpdir, userInfo } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findNode, nodeNeeded, root } from './find-node.mjs'
import { takeLock } from './lock.mjs'

/** An expected failure; its message is printed without a stack trace. */
export class ExpectedFailure extends Error {}

/** The process received a signal. Thrown, so that `finally` blocks release locks and files. */
class Interrupted extends Error {
  constructor(signal) {
    super(signal)
    this.exitCode = 128 + constants.signals[signal]
  }
}

/** The input of the build. Only the code of the samples counts: the build does not contain their photos. */
const sources = [
  'app',
  'portfolio',
  'server',
  'samples',
  'public',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'react-router.config.ts',
  'vite.config.ts',
  'tools/build/compress-assets.ts',
]

/** Contains the fingerprint of the sources from which the site was built. */
const fingerprintFile = 'build/.of'

/** Installs the packages of package-lock.json unless they are installed; `withTests` includes development packages. */
export async function ensureInstalled({ withTests = false } = {}) {
  if (isInstalled(withTests)) return
  await withLock(async () => {
    // Another process may have installed them while this one waited.
    if (!isInstalled(withTests)) await withProgress('Installing packages', () => install(withTests))
  })
}

/** Builds the site unless the existing build has the same sources. */
export async function ensureBuilt({ quietly = false } = {}) {
  const fingerprint = fingerprintOf(sources)
  const isBuilt = () => readIfExists(fingerprintFile) === fingerprint
  if (isBuilt()) return
  await withLock(async () => {
    if (isBuilt()) return
    const work = () => build(fingerprint)
    await (quietly ? work() : withProgress('Building the site', work))
  })
}

/** The environment for child processes: its PATH starts with the folders of Node 24 and of the project's tools. */
export function environment(variables = {}) {
  const folders = [dirname(findNode() ?? process.execPath), join(root, 'node_modules', '.bin')]
  return { ...process.env, PATH: [...folders, process.env.PATH].join(delimiter), ...variables }
}

/** Runs a script of package.json to its end. Resolves with its exit code and output. */
export function runScript(name, options = [], variables = {}) {
  const script = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts[name]
  // Tools disagree on when to colour their output; a log file should contain no escape sequences.
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
  return run([script, ...options].join(' '), [], { shell: true, env: environment({ ...colour, ...variables }) })
}

/** Runs `work`. An expected failure is printed, followed by `lastLine`, and ends the process with code 1. */
export async function exitOnError(work, lastLine = '') {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Interrupted) process.exit(error.exitCode)
    if (!(error instanceof ExpectedFailure)) throw error
    console.error(`\n${error.message}`)
    if (lastLine) console.log(lastLine)
    process.exit(1)
  }
}

/**
 * npm starts scripts through a shell, and dash exits on a signal without forwarding it. When the parent is gone, this
 * process ends as if it had received the signal.
 */
export function endWithParent() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  timer.unref()
}

/** Reads npm's own record of installed packages, so that a manual install counts too. */
function isInstalled(withTests) {
  const installed = readRecord()
  if (!installed || !findNode()) return false
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(locked).every(([path, entry]) => {
    if (path === '' || entry.optional || entry.devOptional || (entry.dev && !withTests)) return true
    return installed[path]?.version === entry.version && installed[path]?.integrity === entry.integrity
  })
}

/** `undefined` after an incomplete install, or one for another platform. */
function readRecord() {
  const record = readIfExists('node_modules/.package-lock.json')
  const packages = record && JSON.parse(record).packages
  return packages && Object.values(packages).every(matchesPlatform) ? packages : undefined
}

function matchesPlatform({ os, cpu }) {
  const matches = (list, own) =>
    !list || list.includes(own) || (list.every((name) => name.startsWith('!')) && !list.includes(`!${own}`))
  return matches(os, process.platform) && matches(cpu, process.arch)
}

async function install(withTests) {
  if (!readRecord()) rmSync(join(root, 'node_modules'), { recursive: true, force: true })
  // Not `npm ci`, which fails if a registry lacks the binaries of another platform. With --no-save, an install follows
  // package-lock.json too, leaves it unchanged, and adds only what is missing.
  const options = ['install', '--no-save', '--no-audit', '--no-fund', '--no-progress']
  const { code, output } = await runNpm([...options, withTests ? '--include=dev' : '--omit=dev'])
  if (code !== 0) throw new ExpectedFailure(`${output}\nThe packages could not be installed: see npm's output above.`)
  if (findNode()) return

  // Node 24 is missing because its install script, which downloads it, was not run (`ignore-scripts`).
  const folder = join(root, 'node_modules', 'node')
  const download = await run(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder })
  if (findNode()) return
  throw new ExpectedFailure(
    `${download.output}\n${nodeNeeded}, and npm could not download it: install it, then start again.`,
  )
}

function runNpm(options) {
  const npm = process.env.npm_execpath
  if (npm?.endsWith('npm-cli.js')) return run(process.execPath, [npm, ...options])
  return run('npm', options, { shell: process.platform === 'win32' })
}

async function build(fingerprint) {
  rmSync(join(root, 'build'), { recursive: true, force: true })
  const { code, output } = await runScript('build', [], { NODE_ENV: 'production' })
  if (code !== 0) throw new ExpectedFailure(`${output}\nThe site could not be built: see the output above.`)
  writeFileSync(join(root, fingerprintFile), fingerprint)
}

function fingerprintOf(names) {
  const hash = createHash('sha256')
  for (const name of names.flatMap(filesIn)) {
    const bytes = readFileSync(join(root, name))
    hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

function filesIn(name) {
  const path = join(root, name)
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [name]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || belongsToBuild(name, entry.name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => filesIn(`${name}/${entry.name}`))
}

function belongsToBuild(folder, file) {
  if (/\.test\.tsx?$/.test(file)) return false
  return folder.split('/')[0] !== 'samples' || /\.(tsx?|json)$/.test(file)
}

function readIfExists(name) {
  const path = join(root, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** Prints one line: the title, then how long `work` took. */
async function withProgress(title, work) {
  process.stdout.write(`${title} … `)
  const startMs = performance.now()
  try {
    await work()
    console.log(formatSeconds(performance.now() - startMs))
  } catch (error) {
    console.log('failed')
    throw error
  }
}

/** Formats milliseconds as seconds. */
export function formatSeconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

/** One process at a time installs or builds in this folder. */
async function withLock(work) {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
  // Earlier versions may have left a file whose name ends in `.lock`.
  const lock = join(tmpdir(), `enfilade-${name}-${userInfo().uid}.lock-folder`)
  let release = takeLock(lock)
  if (!release) console.log('Waiting for another process that installs or builds in this folder …')
  for (; !release; release = takeLock(lock)) await wait(100)
  try {
    return await work()
  } finally {
    release()
  }
}

/** Runs a program to its end, in its own process group, so that a signal reaches all children. Captures its output. */
export function run(program, args, { cwd = root, env = process.env, shell = false } = {}) {
  return new Promise((resolve, reject) => {
    let output = ''
    let interruption
    const interrupt = (signal) => {
      if (interruption) return
      interruption = signal
      process.kill(-child.pid, 'SIGINT')
      setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 5000).unref()
    }
    // SIGHUP: the terminal was closed.
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    // Before the program is started, so that no signal ends this process alone.
    for (const signal of signals) process.on(signal, interrupt)
    const child = spawn(program, args, { cwd, env, shell, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('error', reject)
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, interrupt)
      if (interruption) reject(new Interrupted(interruption))
      resolve({ code: code ?? 1, output })
    })
  })
}
