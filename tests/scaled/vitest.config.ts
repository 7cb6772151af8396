import { defineConfig } from 'vitest/config'

const globalSetup = [
  'tests/support/temporary-folder-global-setup.ts',
  'tests/support/postgres/postgres-global-setup.ts',
  'tests/support/object-store/object-store-global-setup.ts',
]

// PostgreSQL and a bucket instead of SQLite and a folder. The bucket needs Debian’s packages ceph-mon, ceph-osd and
// radosgw. The excluded tests set the times of files, which is not possible in a bucket.
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    isolate: false,
    maxWorkers: 3,
    testTimeout: 300_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
    silent: 'passed-only',
    globalSetup,
    include: ['tests/scaled/*.test.ts', '{portfolio,server}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'server/jobs/clean-up-inputs.test.ts'],
    testNamePattern: /PostgreSQL|bucket/,
  },
})
