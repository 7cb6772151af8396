import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A running HAProxy. */
export interface LoadBalancer {
  stop(): Promise<void>
}

const startTimeoutMs = 60_000

/**
 * Starts Debian’s HAProxy on a loopback port, in front of the processes on `processPorts`, with its configuration in
 * `folder`. Each request goes to a different process from the one before, which no operator would configure: what works
 * here works with any other distribution of requests.
 */
export async function startLoadBalancer(
  port: number,
  processPorts: readonly number[],
  folder: string,
): Promise<LoadBalancer> {
  const path = join(folder, 'haproxy.cfg')
  await writeFile(path, configurationOf(port, processPorts))
  const server = spawn('setpriv', ['--pdeathsig', 'KILL', 'haproxy', '-db', '-f', path], { stdio: 'ignore' })
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGKILL')
      await once(server, 'exit')
    }
  }
  const deadline = performance.now() + startTimeoutMs
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok) {
    if (performance.now() > deadline) {
      await stop()
      throw new Error('HAProxy did not start')
    }
    await wait(100)
  }
  return { stop }
}

/** A request that could not be sent is sent to another process; one that was sent is not repeated. */
function configurationOf(port: number, processPorts: readonly number[]): string {
  const servers = processPorts.map((target) => `  server process-${target} 127.0.0.1:${target}`)
  return `
defaults
  mode http
  timeout connect 2s
  timeout client 130s
  timeout server 130s
  retries 3
  retry-on conn-failure
  option redispatch 1
  option forwardfor
frontend site
  bind 127.0.0.1:${port}
  default_backend processes
backend processes
  balance roundrobin
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
  default-server check inter 500ms fall 2 rise 1
${servers.join('\n')}
`
}
