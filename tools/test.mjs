// Runs before anything is installed, on any Node from 20 up: plain JavaScript, nothing but Node's own modules.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { built, endWithParent, installed, orSaySo, runScript, seconds, Stopped } from './ready.mjs'

/** In this order. Each answers with the numbers of tests that passed and failed, and what it said. */
const steps = {
  types: () => one('types'),
  lint: () => one('lint'),
  formatted: () => one('formatted'),
  walls: () => one('walls'),
  'prove-walls': () => one('prove-walls'),
  unit,
  build,
  stories,
  attack: () => attack(),
}

// The command line replaces the reporters of the config.
const attackReporters = ['--reporter=default', '--reporter=./attack/summary.ts']

/** Only when it is asked for: it takes longer than anybody waits. */
const byName = { hard: () => attack(['--mode', 'hard']) }

const chosen = process.argv.slice(2)
endWithParent()
const results = await orSaySo(() => runAll(chosen.length > 0 ? chosen : Object.keys(steps)), '0 passed, 1 failed')
const failed = sum('failed')
console.log(`\n${results.map(row).join('\n')}\n`)
process.exitCode = failed > 0 ? 1 : 0
console.log(`${sum('passed')} passed, ${failed} failed`)

async function runAll(names) {
  const all = Object.keys({ ...steps, ...byName })
  const unknown = names.find((name) => !all.includes(name))
  if (unknown) throw new Stopped(`There is no step "${unknown}". There are: ${all.join(', ')}.`)
  await installed({ withTests: true })
  const results = []
  for (const name of names) results.push(await timed(name))
  return results
}

async function timed(name) {
  process.stdout.write(`${name} … `)
  const begun = performance.now()
  const result = { name, ...(await { ...steps, ...byName }[name]()), time: performance.now() - begun }
  console.log(`${result.failed > 0 ? 'failed' : 'passed'}, ${seconds(result.time)}`)
  if (result.failed > 0) console.log(`\n${result.output.trim()}\n`)
  else if (result.summary) console.log(result.summary)
  return result
}

async function one(script) {
  const { code, output } = await runScript(script)
  return counted(code === 0 ? 1 : 0, code === 0 ? 0 : 1, output)
}

async function unit() {
  const { code, output, report } = await reported((file) =>
    runScript('unit', ['--reporter=default', '--reporter=json', `--outputFile.json="${file}"`, '--allowOnly=false']),
  )
  const passed = report?.numPassedTests ?? 0
  // A file that cannot even be read holds no tests that could fail.
  const unread =
    report?.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0) ?? []
  return counted(passed, atLeastOne(code, (report?.numFailedTests ?? 0) + unread.length), output)
}

/** What attacks a running site from outside, and what breaks underneath it. */
async function attack(more = []) {
  const site = await build()
  if (site.failed) return counted(0, 1, 'Not run: there is no site to attack, for the build failed.')
  const { code, output, report } = await reported((file) =>
    runScript('attack', [
      ...more,
      ...attackReporters,
      '--reporter=json',
      `--outputFile.json="${file}"`,
      '--allowOnly=false',
    ]),
  )
  const failures = atLeastOne(code, report?.numFailedTests ?? 0)
  const summary = output.match(/^.* tried, .* survived, .*$/gm)?.join('\n')
  return { ...counted(report?.numPassedTests ?? 0, failures, output), summary }
}

async function build() {
  try {
    await built({ quietly: true })
    return counted(1, 0, '')
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    return counted(0, 1, error.message)
  }
}

async function stories() {
  const site = await build()
  if (site.failed) return counted(0, 1, 'Not run: there is no site to visit, for the build failed (npm test -- build).')
  const { code, output, report } = await reported((file) =>
    runScript('stories', ['--reporter=list,json', '--forbid-only'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
  )
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {}
  return counted(expected, atLeastOne(code, unexpected + flaky), output)
}

/** Gives the work a file to leave its report in, and reads it. */
async function reported(work) {
  const folder = mkdtempSync(join(tmpdir(), 'enfilade-report-'))
  try {
    const file = join(folder, 'report.json')
    const result = await work(file)
    return { ...result, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A run that ended badly has failed, even where no single test did. */
function atLeastOne(code, failures) {
  return code === 0 ? failures : Math.max(1, failures)
}

function counted(passed, failures, output) {
  return { passed, failed: failures, output }
}

function sum(what) {
  return results.reduce((total, result) => total + result[what], 0)
}

function row({ name, passed, failed: failures, time }) {
  const numbers = `${`${passed} passed`.padStart(12)} ${`${failures} failed`.padStart(10)}`
  return `${name.padEnd(12)} ${numbers} ${seconds(time).padStart(9)}`
}
