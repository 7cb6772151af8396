import { readConfig, WrongSetting, type Config } from '#server/config.ts'
import { say } from '#server/log.ts'

/** The settings, for a command of the owner: one that is wrong ends the command with its sentence. */
export function readSettings(): Config {
  try {
    return readConfig()
  } catch (error) {
    if (!(error instanceof WrongSetting)) throw error
    say(error.message)
    process.exit(1)
  }
}
