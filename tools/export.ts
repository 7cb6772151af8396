import { readAsOperator } from '#portfolio/account/as-admin.ts'
import { readExport } from '#portfolio/export/read.ts'
import { print } from '#server/log.ts'
import { exportInto, type ListFiles } from '#server/export/folder.ts'
import { openSiteOrExit } from './command-line/open-site.ts'
import { readConfigOrExit } from './command-line/read-config.ts'
import { countOf, exitWithUsage, parseArguments, printLine, runCommand } from './command-line/run-command.ts'

const usage = `Writes all projects and the studio, with the uploaded files, into a new folder; the site may be running:
  npm run export -- <folder>

Drafts and hidden images are in it. Messages, accounts, private links, scheduled times, former versions and the bin are not:
they are in backups. docs/export.md describes the files, which npm run import reads.`

const [into] = parseArguments(usage, 1).positionals
if (!into) exitWithUsage(usage)
const { dataDir } = readConfigOrExit()
const adapters = await openSiteOrExit()
await runCommand(async () => {
  const { ports } = adapters
  const listFiles: ListFiles = (onFile) => readAsOperator(ports, (db, admin) => readExport(db, admin, onFile))
  const { projects, originals } = await exportInto(ports.files, listFiles, { dataDir, into }, (problem) => {
    printLine(problem)
    process.exitCode = 1
  })
  print(`Export complete, with ${countOf(projects, 'project')} and ${countOf(originals, 'picture')}: ${into}`)
}).finally(adapters.close)
