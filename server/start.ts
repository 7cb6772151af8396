import type { ServerBuild } from 'react-router'
import { loadSamples } from '#samples/load.ts'
import { startClock } from './clock/clock.ts'
import type { Config } from './config.ts'
import { createApp } from './http/app.ts'
import { clientsBehind } from './http/client-address.ts'
import { watchOver } from './http/drain.ts'
import { openServer } from './http/listen.ts'
import { openLog, say } from './log.ts'
import { openEmbedded } from './setup/embedded.ts'

/** How long a shutdown may take, whatever hangs. */
const stopMs = 25_000

/** Opens the site: parts, clock, samples, doors; ends it all in order when the process is asked to stop. */
export async function start(config: Config, pages: ServerBuild): Promise<void> {
  const log = openLog()
  const machines = await openEmbedded(config, log)
  const { parts, tryStore, receiveUpload } = machines
  const clock = await startClock(parts)
  machines.onWake(clock.wake)
  if (config.samples) await loadSamples(parts, './samples', say)

  const { origin } = config
  const findClient = clientsBehind(config.trustedProxies)
  const app = createApp({ parts, origin, pages, findClient, tryStore, receiveUpload })
  const server = openServer(app.fetch, origin, log)
  const drain = watchOver(server, app.endLive)
  server.on('error', (error) => stop(1, `The site cannot listen on ${config.host}:${config.port}: ${error.message}`))
  server.listen(config.port, config.host, () => say(greeting(config)))

  let stopping = false
  async function stop(code: number, why: string): Promise<void> {
    if (stopping) return
    stopping = true
    say(why)
    setTimeout(() => process.exit(code), stopMs).unref()
    const clockStopped = clock.stop()
    if (server.listening) await drain()
    await clockStopped
    await machines.close()
    process.exit(code)
  }
  process.on('SIGTERM', () => void stop(0, 'Stopping.'))
  process.on('SIGINT', () => void stop(0, 'Stopping.'))
}

function greeting({ origin, dataDir }: Config): string {
  return [
    '',
    `  Enfilade is open at ${origin}`,
    '',
    '  To become its admin: sign up on the site, then, in this folder,',
    '    npm run admin -- grant you@example.com',
    '',
    `  Everything is kept in ${dataDir}`,
    '',
  ].join('\n')
}
