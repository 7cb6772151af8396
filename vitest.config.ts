import { defineConfig } from 'vitest/config'

// Vitest takes this file instead of vite.config.ts: React Router's plugin would turn tests into routes of its build.
export default defineConfig({
  test: {
    include: ['{portfolio,server,app,samples,testing,tools}/**/*.test.{ts,tsx}'],
    environment: 'node',
    pool: 'forks',
    globalSetup: ['testing/postgres.global.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    silent: 'passed-only',
  },
})
