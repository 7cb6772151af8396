import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, mkdir, mkdtemp, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { originalsNamedIn, problemsOf, snapshot } from '#server/data/snapshot.ts'

/** A file of a backup: its path below the folder, with `/`, its size in bytes and its SHA-256 in hex. */
interface Entry {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

interface Manifest {
  readonly format: 1
  readonly madeAt: string
  readonly files: readonly Entry[]
}

/** One sentence for whoever asked: the backup is not good, or has no place to go. */
export class NoBackup extends Error {}

const database = 'enfilade.db'
const manifestName = 'manifest.json'
const sumName = 'manifest.sha256'
const day = 24 * 60 * 60_000

/**
 * Copies a data folder, while its site runs, into a new folder below `into`, and answers with that folder. The
 * database is taken first: every file that it names is already whole, and files never change. Called good only
 * after it has been restored into a scratch folder and every hash has been found again there. Deleted photographs
 * lose their files after `deletedKeptMs`; a backup leaves them out a day before.
 */
export async function makeBackup(dataDir: string, into: string, now: Date, deletedKeptMs: number): Promise<string> {
  const name = `enfilade-${now.toISOString().replace(/[:.]/g, '-')}`
  const unfinished = join(into, `${name}.unfinished`)
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  try {
    snapshot(join(dataDir, database), join(unfinished, database), new Date(now.getTime() - deletedKeptMs + day))
    const files = [await entryOf(unfinished, database), await copy(dataDir, unfinished, 'secret')]
    for (const path of await filesNamedIn(join(unfinished, database), dataDir)) {
      files.push(await copy(dataDir, unfinished, path).catch(orSay(`${path} is missing from the data folder.`)))
    }
    await sync(join(unfinished, database))
    await seal(unfinished, { format: 1, madeAt: now.toISOString(), files })
    await rehearse(unfinished, into)
    await rename(unfinished, join(into, name))
    await sync(into)
    return join(into, name)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/**
 * Brings a backup back as a data folder. Refused when something lies there already, and when a single byte of the
 * backup is not what it was; then nothing is left behind.
 */
export async function restoreBackup(backup: string, dataDir: string): Promise<void> {
  if (!(await isFree(dataDir))) throw inTheWay(dataDir)
  const draft = `${resolve(dataDir)}.restoring`
  await rm(draft, { recursive: true, force: true })
  try {
    await unpack(backup, draft)
    // Removes an empty folder only: what has come there meanwhile is somebody's.
    await rmdir(dataDir).catch((error) => {
      if (!isMissing(error)) throw inTheWay(dataDir)
    })
    await rename(draft, dataDir)
    await sync(dirname(resolve(dataDir)))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Nothing is there, or an empty folder. */
async function isFree(path: string): Promise<boolean> {
  const found = await lstat(path).catch(missingIsNull)
  return found === null || (found.isDirectory() && (await readdir(path)).length === 0)
}

function inTheWay(path: string): NoBackup {
  return new NoBackup(`${path} is not an empty folder. Stop the site and move what is there aside first.`)
}

async function rehearse(backup: string, into: string): Promise<void> {
  const scratch = await mkdtemp(join(into, '.rehearsal-'))
  try {
    await unpack(backup, scratch)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Copies every file of a backup, and believes none before its hash is the one that was written down. */
async function unpack(backup: string, into: string): Promise<void> {
  const { files } = await openSealed(backup)
  await mkdir(into, { recursive: true, mode: 0o700 })
  for (const file of files) {
    const found = await copy(backup, into, file.path).catch(orSay(`${file.path} is missing from the backup.`))
    if (found.sha256 !== file.sha256) throw new NoBackup(`${file.path} in the backup is not what it was.`)
  }
  const [problem] = problemsOf(join(into, database))
  if (problem) throw new NoBackup(`The database of the backup is not whole: ${problem}.`)
  const held = new Map(files.map((file) => [file.path, file.sha256]))
  for (const { storageKey, sha256 } of originalsNamedIn(join(into, database))) {
    if (held.get(`files/${storageKey}`) !== sha256) throw new NoBackup(`The original ${storageKey} is not what it was.`)
  }
}

/** The originals and derivatives that the rows name. A missing original stops the backup; derivatives are made again. */
async function filesNamedIn(databasePath: string, dataDir: string): Promise<string[]> {
  const paths: string[] = []
  for (const { photoId, storageKey } of originalsNamedIn(databasePath)) {
    paths.push(`files/${storageKey}`)
    const folder = `files/derivatives/${photoId}`
    const made = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(missingIsNone)
    for (const file of made) {
      if (file.isFile())
        paths.push(
          join(file.parentPath, file.name)
            .slice(dataDir.length + 1)
            .split(sep)
            .join('/'),
        )
    }
  }
  return paths
}

async function seal(folder: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest, null, 1)
  await write(join(folder, manifestName), text)
  await write(join(folder, sumName), `${createHash('sha256').update(text).digest('hex')}\n`)
}

async function openSealed(backup: string): Promise<Manifest> {
  const read = (name: string) =>
    readFile(join(backup, name), 'utf8').catch(orSay(`${basename(backup)} is no backup: it has no ${name}.`))
  const text = await read(manifestName)
  const sum = createHash('sha256').update(text).digest('hex')
  if ((await read(sumName)) !== `${sum}\n`) throw new NoBackup('The list of the backup is not what it was.')
  const manifest: Manifest = JSON.parse(text)
  const leaving = manifest.files.find(({ path }) => !resolve(backup, path).startsWith(resolve(backup) + sep))
  if (leaving) throw new NoBackup(`The backup names ${leaving.path}, which leads out of it.`)
  return manifest
}

/** Copies one file, durably, and says what was copied. */
async function copy(from: string, to: string, path: string): Promise<Entry> {
  const target = join(to, path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  const file = await open(target, 'wx', 0o600)
  let bytes = 0
  await pipeline(
    createReadStream(join(from, path)),
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    file.createWriteStream({ flush: true }),
  )
  return { path, bytes, sha256: hash.digest('hex') }
}

async function entryOf(folder: string, path: string): Promise<Entry> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(join(folder, path))) hash.update(chunk)
  return { path, bytes: (await stat(join(folder, path))).size, sha256: hash.digest('hex') }
}

async function write(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  await file
    .writeFile(text)
    .then(() => file.sync())
    .finally(() => file.close())
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

/** A file that is missing is told in this sentence. */
function orSay(sentence: string) {
  return (error: unknown): never => {
    throw isMissing(error) ? new NoBackup(sentence) : error
  }
}

function missingIsNull(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

function missingIsNone(error: unknown): [] {
  return missingIsNull(error) ?? []
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
