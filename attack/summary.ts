import type { Reporter, TestModule } from 'vitest/node'

/** What the cases of each folder are called in the last lines. */
const names: Readonly<Record<string, string>> = { attack: 'bad inputs', fault: 'faults' }

/** Ends a run with one line for each kind of case: tried, survived, open. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const [folder, name] of Object.entries(names)) {
      const mine = modules.filter((module) => module.relativeModuleId.startsWith(`${folder}/`))
      if (mine.length === 0) continue
      const tests = mine.flatMap((module) => [...module.children.allTests()])
      const ended = tests.map((test) => test.result().state)
      const [survived, skipped] = ['passed', 'skipped'].map((state) => ended.filter((end) => end === state).length)
      const tried = ended.length - (skipped ?? 0)
      const open = tried - (survived ?? 0)
      process.stdout.write(`${name}: ${tried} tried, ${survived} survived, ${open} open, ${skipped} for the long run\n`)
    }
  }
}
