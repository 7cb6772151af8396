import { print } from '#server/log.ts'
import { importAll } from './import-all.ts'
import { ImportRefused } from './import-folder.ts'
import { openSiteOrExit } from './command-line/open-site.ts'
import { countOf, exitWithUsage, parseArguments, printLine, runCommand } from './command-line/run-command.ts'

const usage = `Adds a project for each folder in a folder; the site may be running:
  npm run import -- <folder>

A folder of an export becomes the project that was exported. Any other folder becomes a draft with its name, its
pictures in the order of their names, and the texts of its .txt and .md files. docs/export.md describes both. Running
the command again continues an interrupted import, and adds nothing twice.`

const [folder] = parseArguments(usage, 1).positionals
if (!folder) exitWithUsage(usage)
const adapters = await openSiteOrExit()
try {
  await runCommand(async () => {
    const onProblem = (sentence: string) => {
      printLine(sentence)
      process.exitCode = 1
    }
    const { imported, existed } = await importAll(adapters.ports, folder, { onImported: printLine, onProblem })
    print(`Import complete: ${countOf(imported, 'project')} added, ${existed} already there.`)
  })
} catch (error) {
  if (!(error instanceof ImportRefused)) throw error
  printLine(error.message)
  process.exitCode = 1
} finally {
  await adapters.close()
}
