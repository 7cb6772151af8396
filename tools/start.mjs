// Runs before anything is installed, on any Node from 20 up: plain JavaScript, nothing but Node's own modules.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { built, endWithParent, environment, findNode, installed, orSaySo, root } from './ready.mjs'

endWithParent()
await orSaySo(async () => {
  await installed()
  await built()
  serve()
})

function serve() {
  const server = spawn(findNode(), [join(root, 'build', 'server', 'main.js')], {
    cwd: root,
    // React and better-auth go by it, and are slower and laxer without.
    env: environment({ NODE_ENV: 'production' }),
    stdio: 'inherit',
  })
  // Where all of the group got the signal, the server gets it a second time; it stops but once.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
