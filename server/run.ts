import * as pages from 'virtual:react-router/server-build'
import { readConfig } from './config.ts'
import { describeFailure } from './expected-failure.ts'
import { print, tolerateOutputErrors } from './log.ts'
import { start } from './start.ts'

tolerateOutputErrors()
try {
  await start(readConfig(), pages)
} catch (error) {
  const message = describeFailure(error)
  if (message === null) throw error
  print(message)
  process.exit(1)
}
