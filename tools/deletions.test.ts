import { existsSync, readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'

const deletes =
  /\b(?:deleteFrom|rm|rmdir|deleteFiles|removeFiles)\(|\b(?:files|uploads)\.(?:remove|discard)\(|\brequests\.delete\(|\.removeContent\(|['"`]delete from|truncate\)/

const cleanUp = 'server/jobs/clean-up-inputs.test.ts'
const retention = 'server/backup/retention-inputs.test.ts'
const commands = 'tests/faults/operator-mistakes-commands.test.ts'

/** Every file that deletes rows or files, and the test of how it decides what to delete. */
const tested: Readonly<Record<string, string>> = {
  // By age, beyond a maximum number, or without an owner.
  'portfolio/account/expire.ts': cleanUp,
  'portfolio/contact/expire.ts': cleanUp,
  'portfolio/history/expire.ts': cleanUp,
  'portfolio/history/record.ts': 'portfolio/history/history.test.ts',
  'portfolio/mail/expire.ts': cleanUp,
  'portfolio/photo/collect.ts': cleanUp,
  'portfolio/photo/expire.ts': cleanUp,
  'portfolio/photo/remove-files.ts': cleanUp,
  'portfolio/rate-limit/expire.ts': cleanUp,
  'portfolio/studio/expire.ts': cleanUp,
  'server/storage/delete-files.ts': cleanUp,
  'server/storage/bucket.ts': 'tests/scaled/bucket.test.ts',
  'server/storage/file-system.ts': cleanUp,
  'server/storage/upload-folder.ts': 'server/storage/tus-uploads.test.ts',
  'server/storage/upload-bucket.ts': 'tests/scaled/uploads.test.ts',
  'server/backup/retention.ts': retention,
  'server/backup/bucket/backup-bucket.ts': 'tests/scaled/backups.test.ts',
  'server/backup/bucket/create.ts': 'tests/scaled/backups.test.ts',
  'server/backup/bucket/download.ts': 'tests/scaled/backups.test.ts',
  'server/backup/bucket/retention.ts': 'tests/scaled/backup-removal.test.ts',
  'server/auth/session-limit.ts': 'server/auth/better-auth.test.ts',
  'portfolio/changes.ts': 'server/events/stored-changes.test.ts',
  'portfolio/private-link/expire.ts': 'portfolio/private-link/edit.test.ts',
  'server/backup/copies-before-updates.ts': 'server/backup/copy-before-update.test.ts',
  // On request, or because a request makes them invalid.
  'portfolio/bin/edit.ts': 'portfolio/bin/bin.test.ts',
  'portfolio/history/edit.ts': 'portfolio/history/history.test.ts',
  'portfolio/account/edit.ts': 'portfolio/account/edit.test.ts',
  'portfolio/account/erase.ts': commands,
  'portfolio/one-time-link/one-time-links.ts': 'portfolio/one-time-link/one-time-links.test.ts',
  'portfolio/one-time-link/reset.ts': 'portfolio/one-time-link/reset.test.ts',
  'portfolio/contact/erase.ts': commands,
  'portfolio/mail/erase.ts': commands,
  'portfolio/passkey/edit.ts': 'portfolio/passkey/edit.test.ts',
  'server/auth/account-queries.ts': 'server/auth/better-auth.test.ts',
  'server/database/sqlite/sqlite.ts': 'server/database/sqlite/sqlite.test.ts',
  'portfolio/private-link/edit.ts': 'portfolio/private-link/edit.test.ts',
  'portfolio/private-link/end.ts': 'portfolio/private-link/edit.test.ts',
  'portfolio/rate-limit/counter.ts': 'portfolio/rate-limit/counter.test.ts',
  // Temporary data, or data that the call replaces or has stored elsewhere.
  'portfolio/photo/examine.ts': 'portfolio/photo/examine.test.ts',
  'portfolio/photo/store-original.ts': 'portfolio/photo/attach.test.ts',
  'server/backup/backup-folder.ts': 'server/backup/create.test.ts',
  'server/backup/copy-before-update.ts': 'server/backup/copy-before-update.test.ts',
  'server/backup/create.ts': 'server/backup/create.test.ts',
  'server/backup/restore.ts': 'server/backup/restore.test.ts',
  'server/backup/source-files.ts': 'server/backup/create.test.ts',
  'server/database/copy-rows.ts': 'server/database/copy-rows.test.ts',
  'server/database/used-database.ts': 'server/database/copy-rows.test.ts',
  'server/export/folder.ts': 'server/export/folder.test.ts',
  'server/compose/secret.ts': 'server/compose/secret.test.ts',
  'server/database/unfinished-folder.ts': 'server/backup/retention.test.ts',
  'server/database/health-probe.ts': 'server/http/routes/health.test.ts',
  'server/database/sqlite/snapshot.ts': 'server/backup/create.test.ts',
  'server/storage/durable-write.ts': 'server/storage/file-system.test.ts',
}

test('every file of the site that deletes rows or files is listed with an existing test', async () => {
  const found: string[] = []
  for await (const path of glob('{portfolio,server,samples}/**/*.ts')) {
    if (/\.(test|d)\.ts$|\/migrations\//.test(path)) continue
    if (deletes.test(readFileSync(path, 'utf8'))) found.push(path)
  }
  expect(found.sort()).toEqual(Object.keys(tested).sort())
  for (const path of Object.values(tested)) expect(existsSync(path), path).toBe(true)
})
