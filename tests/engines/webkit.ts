import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { findFreePort } from '#tests/support/free-port.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'
import type { BrowserWindow, Engine } from './engine.ts'
import { findProgram } from './programs.ts'
import { WebDriverSession } from './webdriver-session.ts'

const libraries = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec', '/usr/lib']
const miniBrowser = findProgram(
  ...libraries.flatMap((folder) => ['4.1', '4.0'].map((version) => `${folder}/webkit2gtk-${version}/MiniBrowser`)),
)
const driver = findProgram('WebKitWebDriver')
const screen = findProgram('Xvfb')
/** In device pixels. */
const screenSize = '4500x4500x24'
/** Without this style the toolbar is at least 447 px wide. */
const narrowToolbar =
  '* { min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px; -gtk-icon-transform: scale(0); }'

/** WebKitGTK, Safari's engine, in a window on a virtual screen, driven by WebDriver. */
export const webkit: Engine = {
  name: 'WebKit',
  missing: [...(driver && miniBrowser ? [] : ['webkit2gtk-driver']), ...(screen ? [] : ['xvfb'])],
  async open(density) {
    if (!driver || !miniBrowser || !screen) throw new Error('WebKitGTK is not installed')
    const home = await mkdtemp(join(temporaryRoot(), 'enfilade-webkit-'))
    const processes: ChildProcess[] = []
    const end = async () => {
      for (const process of processes) process.kill()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    }
    try {
      await mkdir(join(home, 'gtk-3.0'))
      await writeFile(join(home, 'gtk-3.0', 'gtk.css'), narrowToolbar)
      const xvfb = spawn(screen, ['-displayfd', '3', '-screen', '0', screenSize, '-nolisten', 'tcp'], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      })
      processes.push(xvfb)
      const display = await firstLine(xvfb.stdio[3] as Readable)
      const port = await findFreePort()
      const env = { PATH: process.env['PATH'], HOME: home, XDG_CONFIG_HOME: home, DISPLAY: `:${display}` }
      processes.push(
        spawn(driver, [`--port=${port}`], { env: { ...env, GDK_SCALE: String(density) }, stdio: 'ignore' }),
      )
      const session = await WebDriverSession.start(`http://127.0.0.1:${port}`, {
        'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
      })
      return windowOf(session, end)
    } catch (error) {
      await end()
      throw error
    }
  },
}

function windowOf(session: WebDriverSession, end: () => Promise<void>): BrowserWindow {
  const select = (selector: string) => session.find(selector)
  return {
    async resize(width, height) {
      await session.post('/window/rect', { width, height })
      // The window is resized asynchronously.
      while ((await session.run(() => innerWidth)) !== width) await session.pause()
    },
    open: async (url) => void (await session.post('/url', { url })),
    evaluate: (run, ...args) => session.run(run, ...args),
    click: async (selector) => void (await session.post(`/element/${await select(selector)}/click`)),
    async type(selector, text) {
      const element = await select(selector)
      await session.post(`/element/${element}/clear`)
      if (text) await session.post(`/element/${element}/value`, { text })
    },
    press: (key) => session.press(key),
    chooseFile: async (selector, path) =>
      void (await session.post(`/element/${await select(selector)}/value`, { text: path })),
    screenshot: async () => Buffer.from(await session.get<string>('/screenshot'), 'base64'),
    async close() {
      await session.end()
      await end()
    },
  }
}

function firstLine(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    stream.once('data', (text) => resolve(String(text).trim()))
    stream.once('end', () => reject(new Error('the virtual screen did not start')))
  })
}
