import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests that decode or encode photographs, run only on PostgreSQL, or run whole commands. */
const slowTests = [
  'server/images/**',
  'server/backup/**',
  'server/database/postgres/postgres.test.ts',
  'samples/**',
  'portfolio/open-graph-image/**',
  'portfolio/derivative/derive*.test.ts',
  'portfolio/photo/verify.test.ts',
  'tools/{admin,check-store,command-arguments}.test.ts',
  'tools/command-line/read-config.test.ts',
]
const tests = '{portfolio,server,app,samples,tests/support,tools}/**/*.test.{ts,tsx}'
/** Tests that mock modules: another test of their process may have loaded the real ones. */
const isolatedTests = globSync(tests).filter((path) => readFileSync(path, 'utf8').includes('vi.mock('))

// Vitest uses this file instead of vite.config.ts: React Router's plugin would turn tests into routes of its build.
// `vitest run --mode quick` leaves out PostgreSQL and the slow tests.
export default defineConfig(({ mode }) => {
  const isQuick = mode === 'quick'
  // The global setup of each project, in addition to the one that all share.
  const globalSetup = isQuick ? [] : ['tests/support/postgres/postgres-global-setup.ts']
  return {
    test: {
      environment: 'node',
      pool: 'forks',
      // By default one fewer than there are cores, but these tests often wait for locks, deadlines and processes.
      maxWorkers: availableParallelism() + 1,
      testTimeout: 1_200_000,
      hookTimeout: 1_200_000,
      silent: 'passed-only',
      expect: { poll: { timeout: 120_000 } },
      globalSetup: ['tests/support/temporary-folder-global-setup.ts'],
      testNamePattern: isQuick ? /^(?!.*PostgreSQL)/ : undefined,
      projects: [
        {
          extends: true,
          test: {
            name: 'shared processes',
            include: [tests],
            exclude: ['**/node_modules/**', ...isolatedTests, ...(isQuick ? slowTests : [])],
            // Starting a process and loading its modules takes as long as the tests of an average file.
            isolate: false,
            globalSetup,
          },
        },
        {
          extends: true,
          test: { name: 'isolated', include: isolatedTests, exclude: isQuick ? slowTests : [], globalSetup },
        },
      ],
    },
  }
})
