import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/engines/*.test.ts'],
    globalSetup: ['tests/support/site-data/prepared-site.ts'],
    testTimeout: 300_000,
    hookTimeout: 240_000,
  },
})
