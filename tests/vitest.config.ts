import { defineConfig } from 'vitest/config'

// Attacks and faults run against processes of the built site; `--mode hard` adds the cases that take long.
export default defineConfig(({ mode }) => ({
  test: {
    environment: 'node',
    globalSetup: ['tests/support/temporary-folder-global-setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    provide: { isHardMode: mode === 'hard' },
    reporters: ['default', './tests/support/summary-reporter.ts'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'attacks',
          include: ['tests/attacks/**/*.test.ts'],
          globalSetup: ['tests/attacks/prepared-target-global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/faults/base-global-setup.ts'],
        },
      },
    ],
  },
}))
