import * as pages from 'virtual:react-router/server-build'
import { readConfig } from './config.ts'
import { describeFailure } from './expected-failure.ts'
import { print, tolerateOutputErrors } from './log.ts'
import { start } from './start.ts'

tolerateOutputErrors()
try {
  await start(readConfig(), pages)
} catch (error) {
  const sentence = describeFailure(error)
  if (sentence === null) throw error
  print(sentence)
  process.exit(1)
}
