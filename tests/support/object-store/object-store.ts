import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '#tests/support/free-port.ts'

const execute = promisify(execFile)

/** A temporary S3-compatible server: Ceph’s object gateway, with one monitor and one in-memory storage daemon. */
export interface ObjectStore {
  readonly endpoint: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
  stop(): Promise<void>
}

interface Cluster {
  readonly home: string
  readonly id: string
  readonly monitorPort: number
  readonly run: (program: string, ...options: string[]) => Promise<unknown>
  /** Starts a server, which is killed when this process ends. */
  readonly start: (program: string, ...options: string[]) => void
}

const credentials = { accessKeyId: 'enfilade', secretAccessKey: 'only-for-tests' }
const gateway = 'client.gateway'
const startTimeoutMs = 120_000

/** Starts the server on free loopback ports, in about 10 s, with Debian’s `ceph-mon`, `ceph-osd` and `radosgw`. */
export async function startObjectStore(): Promise<ObjectStore> {
  const home = await mkdtemp(join(tmpdir(), 'enfilade-ceph-'))
  const servers: ChildProcess[] = []
  const stop = async () => {
    for (const server of servers.toReversed()) await kill(server)
    await rm(home, { recursive: true, force: true })
  }
  const [monitorPort, port] = [await findFreePort(), await findFreePort()]
  const configPath = join(home, 'ceph.conf')
  const run = (program: string, ...options: string[]) => execute(program, ['-c', configPath, ...options])
  const start = (program: string, ...options: string[]) => {
    const command = ['--pdeathsig', 'KILL', program, '-f', '-c', configPath, ...options]
    servers.push(spawn('setpriv', command, { stdio: 'ignore' }))
  }
  try {
    const cluster = { home, id: randomUUID(), monitorPort, run, start }
    await writeFile(configPath, describeCluster(cluster, port))
    await createKeys(join(home, 'keyring'))
    await startCluster(cluster)
    await waitUntilReady(`http://127.0.0.1:${port}`)
    const keys = [`--access-key=${credentials.accessKeyId}`, `--secret-key=${credentials.secretAccessKey}`]
    await run('radosgw-admin', '-n', gateway, 'user', 'create', '--uid=test', '--display-name=Test', ...keys)
    return { endpoint: `http://127.0.0.1:${port}`, credentials, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** https://docs.ceph.com/en/pacific/rados/configuration/ */
function describeCluster({ home, id, monitorPort }: Cluster, port: number): string {
  return `
[global]
fsid = ${id}
mon host = v2:127.0.0.1:${monitorPort}
public addr = 127.0.0.1
keyring = ${home}/keyring
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
mon allow pool size one = true
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = ${4 * 1024 ** 3}
admin socket = ${home}/$name.$pid.asok
pid file = ${home}/$name.pid
log file = ${home}/$name.log
[mon]
mon data = ${home}/monitor
mon cluster log file = ${home}/cluster.log
[osd]
osd data = ${home}/store
[${gateway}]
rgw frontends = beast endpoint=127.0.0.1:${port}
`
}

async function createKeys(keyring: string): Promise<void> {
  await execute('ceph-authtool', ['--create-keyring', keyring])
  const all = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *']
  for (const name of ['mon.', 'client.admin', gateway])
    await execute('ceph-authtool', [keyring, '--gen-key', '-n', name, ...all])
  const store = ['--cap', 'mon', 'allow profile osd', '--cap', 'osd', 'allow *']
  await execute('ceph-authtool', [keyring, '--gen-key', '-n', 'osd.0', ...store])
}

async function startCluster({ home, id, monitorPort, run, start }: Cluster): Promise<void> {
  await mkdir(join(home, 'monitor'))
  await mkdir(join(home, 'store'))
  const map = join(home, 'monmap')
  await execute('monmaptool', ['--create', '--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`, '--fsid', id, map])
  await run('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map, '--keyring', join(home, 'keyring'))
  start('ceph-mon', '-i', 'a')
  const storeId = randomUUID()
  await run('ceph', '--connect-timeout', '60', 'osd', 'new', storeId)
  await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', storeId)
  start('ceph-osd', '-i', '0')
  start('radosgw', '-n', gateway)
}

async function waitUntilReady(endpoint: string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    const response = await fetch(endpoint).catch(() => null)
    await response?.arrayBuffer()
    if (response?.ok) return
    if (performance.now() > deadline) throw new Error('the object gateway did not start')
    await wait(200)
  }
}

async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGKILL')
  await once(server, 'exit')
}
