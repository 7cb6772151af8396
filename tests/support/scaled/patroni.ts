import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '#tests/support/free-port.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'

/** PostgreSQL on two machines: a primary, and a standby that has every commit before it is acknowledged. */
export interface PatroniCluster {
  /** The URL of the primary, whichever machine that is, through HAProxy. */
  readonly url: string
  /** Kills all processes of the primary's machine at once, as a power failure would. Returns the machine's name. */
  killPrimary(): Promise<string>
  /** Starts a killed machine and waits until it is a standby that has every commit. */
  restore(name: string): Promise<void>
  stop(): Promise<void>
}

interface Machine {
  readonly name: string
  readonly postgresPort: number
  readonly apiPort: number
  readonly configPath: string
  process: ChildProcess | null
}

const postgresBinDir = '/usr/lib/postgresql/15/bin'
const nobody = 65_534
const timeoutMs = 180_000
/** The shortest that Patroni accepts. When the lease of a lost primary expires, the standby takes over. */
const leaseSeconds = 20

/**
 * Starts Debian’s `etcd-server`, `patroni`, `postgresql-15` and `haproxy` on loopback ports. Needs root, for PID
 * namespaces.
 */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const home = await mkdtemp(join(temporaryRoot(), 'enfilade-patroni-'))
  await chmod(home, 0o755)
  const etcdPort = await findFreePort()
  const started: ChildProcess[] = [await startEtcd(home, etcdPort)]
  const machines = [await configureMachine(home, 'one', etcdPort), await configureMachine(home, 'two', etcdPort)]
  const stop = async () => {
    for (const { process } of machines) await kill(process)
    for (const process of started) await kill(process)
    await rm(home, { recursive: true, force: true })
  }
  const start = (machine: Machine) => (machine.process = runOnMachine('patroni', machine.configPath))
  const findPrimary = async () => {
    for (const machine of machines) if (machine.process && (await isOk(machine, 'primary'))) return machine
    return null
  }
  const waitForPair = () =>
    waitFor('a primary with a synchronous standby', async () => {
      const primary = await findPrimary()
      const standby = machines.find((machine) => machine !== primary)
      return primary !== null && standby !== undefined && (await isOk(standby, 'synchronous'))
    })
  try {
    machines.forEach(start)
    await waitForPair()
    const port = await findFreePort()
    started.push(await startTcpBalancer(home, port, machines))
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      async killPrimary() {
        const primary = await findPrimary()
        if (!primary) throw new Error('there is no primary')
        await kill(primary.process)
        primary.process = null
        await waitFor('the end of all processes', async () => !(await isOk(primary, 'liveness')))
        return primary.name
      },
      async restore(name) {
        machines.filter((machine) => machine.name === name).forEach(start)
        await waitForPair()
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function configureMachine(home: string, name: string, etcdPort: number): Promise<Machine> {
  const folder = join(home, name)
  await mkdir(folder, { mode: 0o700 })
  const [postgresPort, apiPort] = [await findFreePort(), await findFreePort()]
  const configPath = join(folder, 'patroni.json')
  await writeFile(configPath, JSON.stringify(configurationOf({ folder, name, postgresPort, apiPort, etcdPort })))
  for (const path of [folder, configPath]) await chown(path, nobody, nobody)
  return { name, postgresPort, apiPort, configPath, process: null }
}

/** https://patroni.readthedocs.io/en/latest/yaml_configuration.html; JSON is YAML. */
function configurationOf(input: Record<'folder' | 'name', string> & Record<`${string}Port`, number>) {
  const { folder, name, postgresPort, apiPort, etcdPort } = input
  const local = '127.0.0.1'
  return {
    scope: 'enfilade',
    name,
    restapi: { listen: `${local}:${apiPort}`, connect_address: `${local}:${apiPort}` },
    etcd3: { host: `${local}:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: leaseSeconds,
        loop_wait: 1,
        retry_timeout: 3,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, { auth: 'trust' }],
      pg_hba: [`host all all ${local}/32 trust`, `host replication all ${local}/32 trust`],
    },
    postgresql: {
      listen: `${local}:${postgresPort}`,
      connect_address: `${local}:${postgresPort}`,
      data_dir: join(folder, 'data'),
      bin_dir: postgresBinDir,
      pgpass: join(folder, 'pgpass'),
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
      // Commits survive a kill without `fsync`, but not a power failure of the machine that runs the tests.
      parameters: { unix_socket_directories: folder, fsync: 'off', shared_buffers: '64MB' },
    },
  }
}

/** Runs a program in a PID namespace: when its first process is killed, the kernel kills all its other processes. */
function runOnMachine(program: string, ...args: string[]): ChildProcess {
  const namespace = ['unshare', '--pid', '--fork', '--mount-proc']
  // The fork and the change of user both clear `--pdeathsig`, so it is set again.
  const user = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--pdeathsig', 'KILL']
  return run('setpriv', '--pdeathsig', 'KILL', ...namespace, ...user, program, ...args)
}

function run(program: string, ...args: string[]): ChildProcess {
  return spawn(program, args, { stdio: 'ignore', env: { PATH: process.env['PATH'], LC_ALL: 'C' } })
}

async function startEtcd(home: string, port: number): Promise<ChildProcess> {
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${await findFreePort()}`]
  const client = ['--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl]
  const peer = ['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl]
  const options = ['--data-dir', join(home, 'etcd'), '--initial-cluster', `default=${peerUrl}`]
  const etcd = run('setpriv', '--pdeathsig', 'KILL', 'etcd', ...client, ...peer, ...options)
  await waitFor('etcd', async () => (await fetch(`${clientUrl}/health`).catch(() => null))?.ok === true)
  return etcd
}

/** Forwards connections to the primary, and closes those to a machine that is no longer the primary. */
async function startTcpBalancer(home: string, port: number, machines: readonly Machine[]): Promise<ChildProcess> {
  const path = join(home, 'haproxy.cfg')
  const servers = machines.map((one) => `  server ${one.name} 127.0.0.1:${one.postgresPort} check port ${one.apiPort}`)
  const lines = [
    'listen postgres',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
    '',
  ]
  await writeFile(path, lines.join('\n'))
  return run('setpriv', '--pdeathsig', 'KILL', 'haproxy', '-db', '-f', path)
}

async function isOk({ apiPort }: Machine, path: 'primary' | 'synchronous' | 'liveness'): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${apiPort}/${path}`).catch(() => null)
  return response?.ok === true
}

async function kill(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function waitFor(description: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`timed out waiting for ${description}`)
    await wait(200)
  }
}
