import { readConfig, InvalidConfig, type Config } from '#server/config.ts'
import { print } from '#server/log.ts'

/** Reads the settings for a command. If one is invalid, prints one sentence and ends the process with code 1. */
export function readConfigOrExit(environment = process.env): Config {
  try {
    return readConfig(environment)
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error
    print(error.message)
    process.exit(1)
  }
}
