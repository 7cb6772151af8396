import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, lstat, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** The options of Playwright's `chromium.launch` for the tests. */
export interface ChromiumLaunchOptions {
  executablePath: string
  env: Record<string, string>
  args: string[]
}

const commandLineArgs = [
  '--no-sandbox', // the sandbox works neither for root nor in containers without user namespaces
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Finds a Chromium for the tests. On Linux x64 it is the one from the npm package, with its own libraries and font, so
 * that pages look the same on every machine; the first call of each user unpacks it (210 MB, about 3 s) into the
 * temporary folder. On other systems it is Playwright's own or an installed one. `ENFILADE_BROWSER` overrides this.
 */
export async function findChromium(): Promise<ChromiumLaunchOptions> {
  const chosen = process.env['ENFILADE_BROWSER']
  if (chosen) return { executablePath: chosen, env: definedEnvironment(), args: commandLineArgs }
  if (process.platform === 'linux' && process.arch === 'x64') return npmChromium(await unpackOnce())
  const executablePath = await findInstalled()
  if (executablePath) return { executablePath, env: definedEnvironment(), args: commandLineArgs }
  throw new Error(
    'No Chromium found for the tests: set ENFILADE_BROWSER to the path of one, or run: npx playwright install chromium',
  )
}

function npmChromium(folder: string): ChromiumLaunchOptions {
  const inherited = ['PATH', 'TMPDIR', 'TZ'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...Object.fromEntries(inherited),
      // For its certificate store; the home folder of the user `nobody` does not exist.
      HOME: folder,
      LANG: 'C.UTF-8',
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      // Chromium sets these at startup. If they were not set before, glibc would move the environment while other
      // threads read it, and one start in a hundred ended with a segmentation fault.
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      FC_FONTATIONS: '1',
      VK_ICD_FILENAMES: join(folder, 'vk_swiftshader_icd.json'),
    },
    args: commandLineArgs,
  }
}

/** Returns the folder for this user and version; unpacks the package if the folder is missing or incomplete. */
async function unpackOnce(): Promise<string> {
  const home = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  const folder = join(tmpdir(), `enfilade-chromium-${version}-${userInfo().uid}`)
  if (await isComplete(folder)) return folder

  const temporary = await mkdtemp(`${folder}-`)
  try {
    await unpack(temporary)
    await writeFile(join(temporary, 'fonts.conf'), fontConfig(folder))
    await writeFile(join(temporary, 'contents.json'), JSON.stringify(await sizesIn(temporary)))
    await moveIntoPlace(temporary, folder)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  return folder
}

/**
 * The package unpacks its libraries only on AWS Lambda, and always into the temporary folder under names that all users
 * share. So it runs in a separate process whose environment overrides both.
 */
async function unpack(into: string): Promise<void> {
  const entry = import.meta.resolve('@sparticuz/chromium')
  const script = `await (await import(${JSON.stringify(entry)})).default.executablePath()`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { TMPDIR: into, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  })
}

/** Renames the temporary folder. If another process was faster, its folder is used instead. */
async function moveIntoPlace(temporary: string, folder: string): Promise<void> {
  const broken = `${temporary}.broken`
  if (existsSync(folder) && !(await isComplete(folder))) await rename(folder, broken)
  try {
    await rename(temporary, folder)
  } catch (error) {
    if (!(await isComplete(folder))) throw error
  } finally {
    await rm(broken, { recursive: true, force: true })
  }
}

/** Whether the folder belongs to this user and no file is missing: clean-up jobs can delete single files. */
async function isComplete(folder: string): Promise<boolean> {
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

/** Allows only the package's font: installed fonts would change the screenshots. */
function fontConfig(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`
}

async function findInstalled(): Promise<string | undefined> {
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

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}
