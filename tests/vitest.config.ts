import { defineConfig } from 'vitest/config'

/** These tests restart sites many times. They run only with `--mode hard`, so that `npm test` stays short. */
const longFaults = [
  'operator-mistakes*',
  'two-faults',
  'unwritable-log',
  'restart-under-load',
  'backup-under-load',
].map((name) => `tests/faults/${name}.test.ts`)

// Attacks and faults run against processes of the built site; `--mode hard` adds the cases that take long, and the
// attacks on a site with PostgreSQL. `--mode scaled` has only the attacks on a site with PostgreSQL and a bucket.
export default defineConfig(({ mode }) => ({
  test: {
    environment: 'node',
    globalSetup: ['tests/support/temporary-folder-global-setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    provide: { isHardMode: mode === 'hard' },
    reporters: ['default', './tests/support/summary-reporter.ts'],
    // On a machine whose cores are busy, image processes get a tenth of a core or less, because of their low priority.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: 120_000 } },
    projects:
      mode === 'scaled'
        ? [attacksOn('attacks-bucket', 'PostgreSQL and a bucket')]
        : [
            attacksOn('attacks', 'SQLite'),
            ...(mode === 'hard' ? [attacksOn('attacks-postgresql', 'PostgreSQL')] : []),
            {
              extends: true,
              test: {
                name: 'faults',
                include: ['tests/faults/**/*.test.ts'],
                exclude: mode === 'hard' ? [] : longFaults,
                globalSetup: ['tests/faults/base-global-setup.ts'],
              },
            },
          ],
  },
}))

function attacksOn(name: string, attackedStores: 'SQLite' | 'PostgreSQL' | 'PostgreSQL and a bucket') {
  return {
    extends: true as const,
    test: {
      name,
      include: ['tests/attacks/**/*.test.ts'],
      globalSetup: ['tests/attacks/prepared-target-global-setup.ts'],
      provide: { attackedStores },
      // PostgreSQL comes after the other projects, because on a busy machine a site gives up waiting for it.
      sequence: { groupOrder: attackedStores === 'PostgreSQL' ? 1 : 0 },
    },
  }
}
