// Runs before anything is installed, on any Node from 20 up: plain JavaScript, nothing but Node's own modules.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants, tmpdir, userInfo } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Something that was needed could not be had; the message is for the person at the terminal. */
export class Stopped extends Error {}

/** Somebody wants this process to end; thrown, so that what was begun is tidied up on the way out. */
class Interrupted extends Error {
  constructor(signal) {
    super(signal)
    this.exitCode = 128 + constants.signals[signal]
  }
}

/** What the build is made of. Of the samples only what is code: their photographs are not in it. */
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
  'tools/compress.ts',
]

/** Installs the packages, unless what stands in package-lock.json is there. With those of the tests, if wanted. */
export async function installed({ withTests = false } = {}) {
  if (isInstalled(withTests)) return
  await alone(async () => {
    // Another start may have done it while this one waited.
    if (!isInstalled(withTests)) await announced('Installing packages', () => install(withTests))
  })
}

/** Builds the site, unless the build that is there was made of these very sources. */
export async function built({ quietly = false } = {}) {
  const fingerprint = fingerprintOf(sources)
  const isBuilt = () => readIfThere('build/.of') === fingerprint
  if (isBuilt()) return
  await alone(async () => {
    if (isBuilt()) return
    const work = () => build(fingerprint)
    await (quietly ? work() : announced('Building the site', work))
  })
}

/** Node 24: the one from npm, or the running one where it is new enough (24.7 brought Argon2). */
export function findNode() {
  const fromNpm = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(fromNpm)) return fromNpm
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 7) ? process.execPath : undefined
}

/** The environment in which the tools of the project are found, and that Node before any other. */
export function environment(more = {}) {
  const folders = [dirname(findNode() ?? process.execPath), join(root, 'node_modules', '.bin')]
  return { ...process.env, PATH: [...folders, process.env.PATH].join(delimiter), ...more }
}

/** Runs a script of package.json to its end; what it said comes back with its exit code. */
export function runScript(name, given = [], more = {}) {
  const script = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts[name]
  // Some tools colour whatever they say, others nothing; a file is not to be full of escapes.
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
  return run([script, ...given].join(' '), [], { shell: true, env: environment({ ...colour, ...more }) })
}

/** Does the work; where it was stopped, says so in a sentence and ends with code 1. */
export async function orSaySo(work, lastWords = '') {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Interrupted) process.exit(error.exitCode)
    if (!(error instanceof Stopped)) throw error
    console.error(`\n${error.message}`)
    if (lastWords) console.log(lastWords)
    process.exit(1)
  }
}

/**
 * Under npm a shell stands between, and where it is dash it dies of a signal without handing it on: once it is gone,
 * this process ends as if the signal had reached it.
 */
export function endWithParent() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}

/** Goes by npm's own record of what it installed, so an install made by hand counts as well. */
function isInstalled(withTests) {
  const there = readRecord()
  if (!there || !findNode()) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.optional || entry.devOptional || (entry.dev && !withTests)) return true
    return there[path]?.version === entry.version && there[path]?.integrity === entry.integrity
  })
}

/** Nothing, if what is there is half an install, or holds the programs of another kind of machine. */
function readRecord() {
  const record = readIfThere('node_modules/.package-lock.json')
  const packages = record && JSON.parse(record).packages
  return packages && Object.values(packages).every(suitsThisMachine) ? packages : undefined
}

function suitsThisMachine({ os, cpu }) {
  const suits = (list, own) =>
    !list || list.includes(own) || (list.every((name) => name.startsWith('!')) && !list.includes(`!${own}`))
  return suits(os, process.platform) && suits(cpu, process.arch)
}

async function install(withTests) {
  if (!readRecord()) rmSync(join(root, 'node_modules'), { recursive: true, force: true })
  // Not `npm ci`: that one gives up where a registry lacks the programs of some other kind of machine. Without saving,
  // an install follows package-lock.json as closely, leaves it alone, and adds only what is missing.
  const given = ['install', '--no-save', '--no-audit', '--no-fund', '--no-progress']
  const { code, output } = await runNpm([...given, withTests ? '--include=dev' : '--omit=dev'])
  if (code !== 0) throw new Stopped(`${output}\nThe packages could not be installed: npm's own words are above.`)
  if (findNode()) return

  // Scripts are off on this machine (`ignore-scripts`), and it is one of them that fetches Node 24.
  const folder = join(root, 'node_modules', 'node')
  const fetched = await run(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder })
  if (findNode()) return
  throw new Stopped(
    `${fetched.output}\nNode 24.7 or newer is needed, and npm could not fetch it: install it, then start again.`,
  )
}

function runNpm(given) {
  const npm = process.env.npm_execpath
  if (npm?.endsWith('npm-cli.js')) return run(process.execPath, [npm, ...given])
  return run('npm', given, { shell: process.platform === 'win32' })
}

async function build(fingerprint) {
  rmSync(join(root, 'build'), { recursive: true, force: true })
  const { code, output } = await runScript('build', [], { NODE_ENV: 'production' })
  if (code !== 0) throw new Stopped(`${output}\nThe site could not be built: what the build said is above.`)
  writeFileSync(join(root, 'build', '.of'), fingerprint)
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

function readIfThere(name) {
  const path = join(root, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** One line: what, then how long it took. */
async function announced(what, work) {
  process.stdout.write(`${what} … `)
  const begun = performance.now()
  try {
    await work()
    console.log(seconds(performance.now() - begun))
  } catch (error) {
    console.log('failed')
    throw error
  }
}

/** Milliseconds as people read them. */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

/** Only one process at a time works on this folder; the lock of one that died is taken over. */
async function alone(work) {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const lock = join(tmpdir(), `enfilade-${name}-${userInfo().uid}.lock`)
  let isFirst = true
  while (!takeLock(lock)) {
    if (isFirst) console.log('Waiting for another process that is making this folder ready …')
    isFirst = false
    await wait(100)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function takeLock(lock) {
  // Linked, not written in place: at no time does a lock stand there without its owner's number in it.
  const mine = `${lock}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    linkSync(mine, lock)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    dropIfDead(lock, mine)
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

function dropIfDead(lock, aside) {
  try {
    const owner = readFileSync(lock, 'utf8')
    if (isAlive(Number(owner))) return
    renameSync(lock, aside)
    // Another one was faster, and what was moved aside is its fresh lock: back with it.
    if (readFileSync(aside, 'utf8') !== owner) linkSync(aside, lock)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

/** Runs a program to its end, unseen; in a group of its own, so that a signal reaches all that it started. */
export function run(program, given, { cwd = root, env = process.env, shell = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, given, { cwd, env, shell, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let interruption
    const interrupt = (signal) => {
      if (interruption) return
      interruption = signal
      process.kill(-child.pid, 'SIGINT')
      setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 5000).unref()
    }
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
      if (interruption) reject(new Interrupted(interruption))
      resolve({ code: code ?? 1, output })
    })
  })
}
