import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, lstat, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** What Playwright's `chromium.launch` needs to start the browser of the tests. */
export interface Browser {
  executablePath: string
  env: Record<string, string>
  args: string[]
}

const switches = [
  '--no-sandbox', // root, and containers without user namespaces, cannot have one
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * A Chromium that runs here. On Linux x64 it is the one that npm installed, with its own libraries and its own font,
 * so that a page looks alike on every machine; the first call of a user unpacks it (210 MB, some 3 s) into the
 * temporary folder. Elsewhere it is Playwright's own or an installed one. `ENFILADE_BROWSER` names another.
 */
export async function findBrowser(): Promise<Browser> {
  const chosen = process.env['ENFILADE_BROWSER']
  if (chosen) return { executablePath: chosen, env: everything(), args: switches }
  if (process.platform === 'linux' && process.arch === 'x64') return fromNpm(await unpacked())
  const executablePath = await firstThatExists()
  if (executablePath) return { executablePath, env: everything(), args: switches }
  throw new Error(
    'No Chromium found for the tests: name one in ENFILADE_BROWSER, or run: npx playwright install chromium',
  )
}

function fromNpm(folder: string): Browser {
  const kept = ['PATH', 'TMPDIR', 'TZ'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...Object.fromEntries(kept),
      // Its certificate store goes there: the home of `nobody` does not exist.
      HOME: folder,
      LANG: 'C.UTF-8',
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
    args: switches,
  }
}

/** The folder of this user and version, unpacked whole. */
async function unpacked(): Promise<string> {
  const home = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  const folder = join(tmpdir(), `enfilade-chromium-${version}-${userInfo().uid}`)
  if (await isWhole(folder)) return folder

  const draft = await mkdtemp(`${folder}-`)
  try {
    await unpack(draft)
    await writeFile(join(draft, 'fonts.conf'), fontsOf(folder))
    await writeFile(join(draft, 'contents.json'), JSON.stringify(await sizesIn(draft)))
    await putInPlace(draft, folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return folder
}

/**
 * The package unpacks its libraries only where it takes the machine for a Lambda, and always straight into the
 * temporary folder, under names that all users share: so it is run in a process that has been told otherwise.
 */
async function unpack(into: string): Promise<void> {
  const entry = import.meta.resolve('@sparticuz/chromium')
  const script = `await (await import(${JSON.stringify(entry)})).default.executablePath()`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { TMPDIR: into, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  })
}

/** Two processes may arrive at once: the second finds the folder there and whole, and its own draft is dropped. */
async function putInPlace(draft: string, folder: string): Promise<void> {
  if (existsSync(folder) && !(await isWhole(folder))) {
    await rename(folder, join(draft, 'broken'))
  }
  try {
    await rename(draft, folder)
  } catch (error) {
    if (!(await isWhole(folder))) throw error
  }
}

/** Cleaners of temporary folders take single files away, and a folder of somebody else is not to be run. */
async function isWhole(folder: string): Promise<boolean> {
  try {
    if ((await lstat(folder)).uid !== userInfo().uid) return false
    const sizes = JSON.parse(await readFile(join(folder, 'contents.json'), 'utf8')) as [string, number][]
    const found = await Promise.all(sizes.map(async ([name, size]) => (await stat(join(folder, name))).size === size))
    return found.every(Boolean)
  } catch {
    return false
  }
}

async function sizesIn(folder: string): Promise<[string, number][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.map(async (file) => [file.slice(folder.length + 1), (await stat(file)).size]))
}

/** Only the font that came along: what else a machine has must not show in the pictures. */
function fontsOf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`
}

async function firstThatExists(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test')
  return [
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ].find((path) => existsSync(path))
}

function everything(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}
