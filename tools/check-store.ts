import { verifyPhotos, type StoreProblem } from '#portfolio/photo/verify.ts'
import { verifyReferences } from '#portfolio/project/verify.ts'
import { findDatabaseProblems } from '#server/database/integrity.ts'
import { print } from '#server/log.ts'
import { openSiteOrExit } from './command-line/open-site.ts'
import { countOf, parseArguments, printLine, runCommand } from './command-line/run-command.ts'

const usage = `Compares the database with the files; the site may be running:
  npm run check-store
  npm run check-store -- --repair    derives damaged and missing image files again,
                                     sets aside files that belong to no photo`

const repair = parseArguments(usage, 0, ['repair']).flags.has('repair')
const adapters = await openSiteOrExit()
const problems = { found: 0, remaining: 0 }
await runCommand(check).finally(adapters.close)

async function check(): Promise<void> {
  for (const message of await findDatabaseProblems(adapters.ports.db)) await reportProblem({ message, repair: null })
  for await (const message of verifyReferences(adapters.ports)) await reportProblem({ message, repair: null })
  for await (const problem of verifyPhotos(adapters.ports)) await reportProblem(problem)
  print(
    problems.found === 0
      ? 'No problems found.'
      : `${countOf(problems.found, 'problem')}, ${problems.found - problems.remaining} repaired.`,
  )
  process.exitCode = problems.remaining > 0 ? 1 : 0
}

async function reportProblem({ message, repair: repairProblem }: StoreProblem): Promise<void> {
  problems.found += 1
  const isRepaired = repair && repairProblem !== null
  if (isRepaired) await repairProblem()
  else problems.remaining += 1
  printLine(`${message}${isRepaired ? ': repaired, or derived again by the running site' : ''}`)
}
