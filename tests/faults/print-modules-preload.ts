import { registerHooks } from 'node:module'

// Prints the URL of each module that the process loads.
registerHooks({
  load(url, context, nextLoad) {
    process.stdout.write(`loads ${url}\n`)
    return nextLoad(url, context)
  },
})
