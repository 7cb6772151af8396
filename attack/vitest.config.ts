import { defineConfig } from 'vitest/config'

// Real processes, attacked from outside; `--mode hard` tries what takes long as well.
export default defineConfig(({ mode }) => ({
  test: {
    include: ['{attack,fault}/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 3,
    provide: { hard: mode === 'hard' },
    reporters: ['default', './attack/summary.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
}))
