import * as pages from 'virtual:react-router/server-build'
import { readConfig, WrongSetting } from './config.ts'
import { say } from './log.ts'
import { start } from './start.ts'

try {
  await start(readConfig(), pages)
} catch (error) {
  if (!(error instanceof WrongSetting)) throw error
  say(error.message)
  process.exit(1)
}
