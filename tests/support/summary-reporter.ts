import type { Reporter, TestModule } from 'vitest/node'

/** After a run, prints one line per project of the configuration; tools/test.mjs finds these lines by their wording. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const name of new Set(modules.map(({ project }) => project.name))) {
      const modulesOfProject = modules.filter(({ project }) => project.name === name)
      const tests = modulesOfProject.flatMap((module) => [...module.children.allTests()])
      const states = tests.map((test) => test.result().state)
      const [passed, skipped] = ['passed', 'skipped'].map((state) => states.filter((other) => other === state).length)
      const run = states.length - (skipped ?? 0)
      const failed = run - (passed ?? 0)
      process.stdout.write(`${name}: ${run} run, ${passed} passed, ${failed} failed, ${skipped} skipped\n`)
    }
  }
}
