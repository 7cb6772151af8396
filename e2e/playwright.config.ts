import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findBrowser } from '#testing/browser.ts'

// No `webServer`: each story starts the sites it needs. No retries: a story that fails now and then is a bug.
export default defineConfig({
  testDir: '.',
  globalSetup: './prepare.ts',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/references/{arg}{ext}',
  fullyParallel: true,
  retries: 0,
  // A machine that has other things to do needs longer; nothing here measures time.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // One core is left to the sites.
  workers: Math.max(1, Math.min(4, availableParallelism() - 1)),
  reporter: 'list',
  use: { browserName: 'chromium', launchOptions: await findBrowser(), trace: 'retain-on-first-failure' },
})
