// Runs before anything is installed, on any Node from 20 up: plain JavaScript, nothing but Node's own modules.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { built, environment, findNode, installed, orSaySo, root } from './ready.mjs'

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
  for (const signal of ['SIGINT', 'SIGTERM']) {
    // Ctrl-C at a terminal reaches the server without our help; twice might mean "at once".
    process.on(signal, () => signal === 'SIGINT' && process.stdin.isTTY || server.kill(signal))
  }
  server.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
