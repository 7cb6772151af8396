import { availableParallelism, tmpdir } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium } from '#tests/support/chromium.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'

// By default Playwright puts Chromium's shared memory on disk, for containers with a small /dev/shm: 6 % more CPU.
const sharedMemory = temporaryRoot() === tmpdir() ? {} : { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }

const { args, ...browser } = await findChromium()
// Fewer processes for each browser: 15 % less CPU.
const fewerProcesses = ['--in-process-gpu', '--enable-features=NetworkServiceInProcess2']

// These tests check many pages at many widths. Only `npm run test:hard` runs them, so that `npm test` stays short.
const longTests = ['**/accessibility-wcag.spec.ts', '**/image-sizes.spec.ts']
/**
 * Set by `tools/test.mjs`; without it, all tests run. `scaled`: on three processes with PostgreSQL and a bucket;
 * excludes the long tests and those that use the data folder, triggers of SQLite or the state of a process.
 */
const selection = process.env['ENFILADE_BROWSER_TESTS']
const isScaled = selection === 'scaled'

// No `webServer`: tests start the sites that they need. No retries: a flaky test is a bug.
export default defineConfig({
  testDir: '.',
  ...(selection && selection !== 'long' && { testIgnore: longTests }),
  ...(selection === 'long' && { testMatch: longTests }),
  ...(isScaled && { grepInvert: /@one-process/ }),
  globalSetup: isScaled
    ? '../support/scaled/browser/scaled-stores-global-setup.ts'
    : '../support/site-data/prepared-site.ts',
  outputDir: '../../test-results',
  snapshotPathTemplate: '{testDir}/references/{arg}{ext}',
  fullyParallel: true,
  retries: 0,
  // Generous, because the machine may be busy: these limits only end tests that hang.
  timeout: 600_000,
  expect: {
    timeout: 120_000,
    // A line of text that has moved exceeds the tolerance; photos encoded on another processor do not.
    toMatchSnapshot: { threshold: 0.1, maxDiffPixelRatio: 0.0002 },
  },
  // One more than the number of cores, because tests also wait for retries and restarts; at most 4.
  workers: Math.min(4, availableParallelism() + 1),
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { ...browser, args: [...args, ...fewerProcesses], ...sharedMemory },
    screenshot: 'only-on-failure',
    // Only actions, requests and the console: snapshots and screencasts (`--trace on`) take half of a page's time.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
  },
})
