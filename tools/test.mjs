// Runs before anything is installed, on any Node from 20 up: plain JavaScript and Node's own modules only.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import {
  ensureBuilt,
  endWithParent,
  ensureInstalled,
  exitOnError,
  runScript,
  formatSeconds,
  ExpectedFailure,
} from './install-and-build.mjs'

/** Each step returns the numbers of tests that passed and failed, and its output. */
const steps = {
  types: () => runCheck('types'),
  lint: () => runCheck('lint'),
  format: () => runCheck('format-check'),
  'import-rules': () => runCheck('import-rules'),
  'prove-rules': () => runCheck('prove-rules'),
  unit: () => unit(),
  build,
  browser: () => browser('short'),
  attacks: () => attacks(),
}

/** Run only when named: `quick` is part of `unit`, the others take long or need more than npm installs. */
const byName = {
  hard: () => attacks(['--mode', 'hard']),
  'long-browser': () => browser('long'),
  quick: () => unit(['--mode', 'quick']),
  scaled: () => scaled(),
  'scaled-attacks': () => attacks(['--mode', 'scaled']),
  'scaled-browser': () => browser('scaled'),
}
const allSteps = { ...steps, ...byName }

/** These need little memory and share no files, so they run side by side. `lint` reads what `types` generates. */
const parallel = new Set(['types', 'format', 'import-rules'])

/** Two sequences that run side by side after the others: alone, each leaves a third of two cores idle. */
const long = [['browser'], ['unit', 'attacks']]

// The command line replaces the reporters of the config.
const attackReporters = ['--reporter=default', '--reporter=./tests/support/summary-reporter.ts']

const chosen = process.argv.slice(2)
endWithParent()
const results = await exitOnError(() => runAll(chosen.length > 0 ? chosen : Object.keys(steps)), '0 passed, 1 failed')
const failed = sum('failed')
const failedTests = results.flatMap(({ name, failedTests = [] }) =>
  failedTests.map((test) => `${name} failed: ${test}`),
)
console.log(`\n${[...failedTests, ...results.map(row)].join('\n')}\n`)
process.exitCode = failed > 0 ? 1 : 0
console.log(`${sum('passed')} passed, ${failed} failed`)

async function runAll(names) {
  const unknown = names.find((name) => !Object.hasOwn(allSteps, name))
  if (unknown)
    throw new ExpectedFailure(`There is no step "${unknown}". There are: ${Object.keys(allSteps).join(', ')}.`)
  await ensureInstalled({ withTests: true })
  const results = await Promise.all(names.filter((name) => parallel.has(name)).map(runStep))
  const isLong = (name) => long.flat().includes(name)
  results.push(...(await runInTurn(names.filter((name) => !parallel.has(name) && !isLong(name)))))
  const runs = long.map((lane) => runInTurn(lane.filter((name) => names.includes(name))))
  return [...results, ...(await Promise.all(runs)).flat()]
}

async function runInTurn(names) {
  const results = []
  for (const name of names) results.push(await runStep(name))
  return results
}

async function runStep(name) {
  const startMs = performance.now()
  const result = { name, ...(await allSteps[name]()), timeMs: performance.now() - startMs }
  console.log(`${name} … ${result.failed > 0 ? 'failed' : 'passed'}, ${formatSeconds(result.timeMs)}`)
  if (result.failed > 0) console.log(`\n${result.output.trim()}\n`)
  else if (result.summary) console.log(result.summary)
  return result
}

async function runCheck(script) {
  const { code, output } = await runScript(script)
  return counted(code === 0 ? 1 : 0, code === 0 ? 0 : 1, output)
}

async function unit(options = [], script = 'unit') {
  const { code, output, report } = await runWithReport((file) =>
    runScript(script, [...options, '--reporter=default', ...jsonReporter(file)]),
  )
  const passed = report?.numPassedTests ?? 0
  // A file that cannot be loaded has no tests that could fail.
  const notLoaded =
    report?.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0) ?? []
  const failures = atLeastOne(code, (report?.numFailedTests ?? 0) + notLoaded.length)
  return { ...counted(passed, failures, output), failedTests: failedVitestTests(report) }
}

/** With PostgreSQL and a bucket: the unit tests, and the faults of three processes. */
async function scaled() {
  const site = await build()
  return site.failed ? notBuilt() : unit([], 'scaled')
}

/** Attacks a running site over HTTP, and injects faults into its environment. */
async function attacks(options = []) {
  const site = await build()
  if (site.failed) return notBuilt()
  const { code, output, report } = await runWithReport((file) =>
    runScript('attacks', [...options, ...attackReporters, ...jsonReporter(file)]),
  )
  const failures = atLeastOne(code, report?.numFailedTests ?? 0)
  const summary = output.match(/^.* run, .* passed, .* failed, .* skipped$/gm)?.join('\n')
  return { ...counted(report?.numPassedTests ?? 0, failures, output), summary, failedTests: failedVitestTests(report) }
}

async function build() {
  try {
    await ensureBuilt({ quietly: true })
    return counted(1, 0, '')
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error
    return counted(0, 1, error.message)
  }
}

function notBuilt() {
  return counted(0, 1, 'Not run, because the build failed (npm test -- build).')
}

/** `selection`: `short`, `long` or `scaled`; see tests/browser/playwright.config.ts. */
async function browser(selection) {
  const site = await build()
  if (site.failed) return notBuilt()
  const { code, output, report } = await runWithReport((file) =>
    runScript('browser', ['--reporter=list,json', '--forbid-only'], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      ENFILADE_BROWSER_TESTS: selection,
    }),
  )
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {}
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]
  const failedSpecs = (report ? specsOf(report) : []).filter(({ ok }) => !ok)
  const failedTests = failedSpecs.map(({ file, title }) => `${file}: ${title}`)
  const snapshots = failedSpecs.flatMap(pageSnapshotsOf)
  // The output ends with the errors, which are read first.
  return { ...counted(expected, atLeastOne(code, unexpected + flaky), [...snapshots, output].join('\n')), failedTests }
}

/** The accessible content of a page when a test failed, from the files that Playwright writes. */
function pageSnapshotsOf({ title, tests }) {
  const attachments = tests.flatMap(({ results }) => results).flatMap((result) => result.attachments)
  return attachments
    .filter(({ name, path }) => name === 'error-context' && existsSync(path))
    .map(({ path }) => readFileSync(path, 'utf8').match(/```yaml\n.*?```/s)?.[0])
    .filter((snapshot) => snapshot !== undefined)
    .map((snapshot) => `A page when ‘${title}’ failed:\n${snapshot}`)
}

function failedVitestTests(report) {
  const failed = ({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed')
  const inFile = (file) => failed(file).map(({ fullName }) => `${relative('.', file.name)}: ${fullName}`)
  return report?.testResults.flatMap(inFile)
}

function jsonReporter(file) {
  return ['--reporter=json', `--outputFile.json="${file}"`, '--allowOnly=false']
}

/** Runs `work` with the path of a report file, and adds the parsed report to its result. */
async function runWithReport(work) {
  const folder = mkdtempSync(join(tmpdir(), 'enfilade-report-'))
  try {
    const file = join(folder, 'report.json')
    const result = await work(file)
    return { ...result, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A run with an exit code other than 0 has failed, even if no single test did. */
function atLeastOne(code, failures) {
  return code === 0 ? failures : Math.max(1, failures)
}

function counted(passed, failures, output) {
  return { passed, failed: failures, output }
}

function sum(field) {
  return results.reduce((total, result) => total + result[field], 0)
}

function row({ name, passed, failed: failures, timeMs }) {
  const numbers = `${`${passed} passed`.padStart(12)} ${`${failures} failed`.padStart(10)}`
  return `${name.padEnd(14)} ${numbers} ${formatSeconds(timeMs).padStart(9)}`
}
