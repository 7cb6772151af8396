import type { Reporter, TestModule } from 'vitest/node'

/** The folders in the summary, and the names of their cases. */
const names: Readonly<Record<string, string>> = { 'tests/attacks': 'attacks', 'tests/faults': 'faults' }

/** After a run, prints one line per folder; tools/test.mjs finds these lines by their wording. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const [folder, name] of Object.entries(names)) {
      const modulesOfFolder = modules.filter((module) => module.relativeModuleId.startsWith(`${folder}/`))
      if (modulesOfFolder.length === 0) continue
      const tests = modulesOfFolder.flatMap((module) => [...module.children.allTests()])
      const states = tests.map((test) => test.result().state)
      const [passed, skipped] = ['passed', 'skipped'].map((state) => states.filter((other) => other === state).length)
      const run = states.length - (skipped ?? 0)
      const failed = run - (passed ?? 0)
      process.stdout.write(`${name}: ${run} run, ${passed} passed, ${failed} failed, ${skipped} skipped\n`)
    }
  }
}
