import { createServer } from 'node:http'
import { dirname, join, relative, sep } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer as createVite, createServerModuleRunner } from 'vite'
import type * as devServer from '#server/open-dev-site.ts'
import { print } from '#server/log.ts'
import { readConfigOrExit } from './command-line/read-config.ts'

// `npm run dev`: Vite serves the modules of the browser and updates them in place; the app itself
// handles all other requests. After an edit the server's modules are loaded again.

/** An editor that saves several files at once causes one reload. */
const debounceMs = 50

const root = dirname(import.meta.dirname)
// Not the data folder of `npm start`, so that development cannot damage it.
const dataDir = process.env['DATA_DIR'] || './data-dev'
const config = readConfigOrExit({ ...process.env, DATA_DIR: dataDir })
const ignoredFolders = [config.dataDir, ...['build', 'data', 'test-results'].map((name) => join(root, name))]

const httpServer = createServer((request, response) => {
  vite.middlewares(request, response, async () => {
    const opened = await site
    if (opened) opened.handle(request, response)
    else response.writeHead(500).end('The server could not be loaded: the error is in the terminal.')
  })
})
const vite = await createVite({
  root,
  appType: 'custom',
  server: {
    middlewareMode: true,
    hmr: { server: httpServer },
    watch: { ignored: ignoredFolders.map((folder) => `${folder}/**`) },
  },
  // Packages found here are bundled before the first request; one found later would reload the page.
  optimizeDeps: {
    include: ['zod'],
    entries: ['app/entry.client.tsx', 'app/{admin,browser,ui,visitor}/**/!(*.test).{ts,tsx}'],
  },
})
let site: Promise<devServer.DevSite | undefined> = reload(undefined)
let isReloadPending = false
let isStopping = false
vite.watcher.on('all', (_, path) => {
  if (isReloadPending || !isServerCode(relative(root, path))) return
  isReloadPending = true
  site = site.then(async (opened) => {
    await wait(debounceMs)
    isReloadPending = false
    return reload(opened)
  })
})
await site
httpServer.listen(config.port, config.host, () => {
  print(`\n  Enfilade for development: ${config.origin} (ready after ${Math.round(performance.now())} ms)`)
  print(`  Data: ${config.dataDir}. This prints a link to become the admin:`)
  print(`    DATA_DIR=${dataDir} npm run admin -- claim\n`)
})
httpServer.on('error', (error) => {
  print(`The site cannot listen on ${config.host}:${config.port}: ${error.message}`)
  void stop(1)
})
// A terminal sends SIGINT to every process of the group, and tools/start.mjs forwards it once more.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

/** Opens the site with newly loaded modules. If they cannot be loaded, the previous site keeps running. */
async function reload(previous: devServer.DevSite | undefined): Promise<devServer.DevSite | undefined> {
  try {
    const open = await loadServer()
    await previous?.close()
    previous = undefined
    return await open()
  } catch (error) {
    print(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return previous
  }
}

/** Uses a new runner for each load: mixing old and new modules would break `instanceof` and React Router's contexts. */
async function loadServer(): Promise<() => Promise<devServer.DevSite>> {
  const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false })
  const { openDevSite } = await runner.import<typeof devServer>('/server/open-dev-site.ts')
  const pages = await runner.import<Parameters<typeof openDevSite>[1]>('virtual:react-router/server-build')
  return async () => {
    const opened = await openDevSite(config, pages)
    return { ...opened, close: () => opened.close().then(() => runner.close()) }
  }
}

function isServerCode(path: string): boolean {
  const [folder = ''] = path.split(sep)
  return ['app', 'portfolio', 'server', 'samples'].includes(folder) && /(?<![.]test)[.](tsx?|css|json)$/.test(path)
}

async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  httpServer.close()
  await (await site)?.close()
  await vite.close()
  process.exit(code)
}
