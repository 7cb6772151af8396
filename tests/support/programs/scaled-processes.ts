import { spawn } from 'node:child_process'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '#tests/support/free-port.ts'
import { startLoadBalancer } from '#tests/support/scaled/load-balancer.ts'

// Runs a site as three processes behind a load balancer at PORT, until it is killed. Its arguments are the command of one
// process. The ports of the processes are in `ports.json` in DATA_DIR before the load balancer responds.
const [program = '', ...args] = process.argv.slice(2)
const { PORT = '', DATA_DIR = '' } = process.env

const ports: number[] = []
for (const name of ['one', 'two', 'three']) {
  const [port, dataDir] = [await findFreePort(), join(DATA_DIR, name)]
  await mkdir(dataDir, { recursive: true })
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir }
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', program, ...args], { env, stdio: 'inherit' })
  child.once('exit', (code) => process.exit(code ?? 1))
  ports.push(port)
}
for (const port of ports) while (!(await isReady(port))) await wait(50)
await writeFile(join(DATA_DIR, 'ports.new'), JSON.stringify(ports))
await rename(join(DATA_DIR, 'ports.new'), join(DATA_DIR, 'ports.json'))
await startLoadBalancer(Number(PORT), ports, DATA_DIR)

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
}
