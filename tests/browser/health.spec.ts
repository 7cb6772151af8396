import { execFileSync } from 'node:child_process'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { setClockFact } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'
import type { Visitor } from './fixtures/visitor.ts'

const part = (person: Visitor, name: string) => person.main.getByRole('region', { name, exact: true })

// A backup of a site on PostgreSQL contains no database file.
test('an admin backs up the site and downloads the backup', { tag: '@one-process' }, async ({ admin, colleague }) => {
  await colleague.open('/studio/health')
  await admin.open('/studio')
  await admin.main.getByRole('link', { name: 'Health' }).click()
  await expect(part(admin, 'Backup')).toContainText('No backup has been made yet.')
  await expect(admin.main.getByText('Nothing is wrong. There is advice on Backup, Mail and Address.')).toBeVisible()
  await expect(admin.main.getByText('Its identity is')).toBeHidden()
  await admin.main.getByText('For whoever runs the server').click()
  await expect(admin.main.getByText('Its identity is')).toBeVisible()
  await expect(admin.main.getByRole('link', { name: 'Download backup' })).toHaveCount(0)
  await admin.main.getByRole('button', { name: 'Back up now' }).click()
  for (const person of [admin, colleague])
    // The backup process runs with a low priority.
    await expect(part(person, 'Backup')).toContainText(/The last one was made .+ ago/, { timeout: 240_000 })
  const downloading = admin.page.waitForEvent('download')
  await admin.main.getByRole('link', { name: 'Download backup' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^enfilade-nightly-.+Z\.tar$/)
  const names = execFileSync('tar', ['-tf', await download.path()], { encoding: 'utf8' })
  expect(names).toContain('/enfilade.db\n')
  expect(names).toContain('/manifest.json\n')
})

test('a problem is listed first and can be resolved', async ({ admin, colleague, site }) => {
  const day = 24 * 60 * 60_000
  const jump = { ms: 400 * day, at: new Date().toISOString() }
  setClockFact(site, { pausedForMs: 6.5 * day, jump })
  await admin.open('/studio/health')
  await colleague.open('/studio/health')
  await expect(admin.main.getByText('One part needs your attention.')).toBeVisible()
  await expect(admin.main.getByRole('region').first()).toHaveAccessibleName('Clock')
  await expect(part(admin, 'Clock')).toContainText('It moved forward by 400 days.')
  await expect(part(admin, 'Clock')).toContainText('The server’s date is')
  await expectAccessible(admin.page)
  await part(admin, 'Clock').getByRole('button', { name: 'The date is right' }).press('Enter')
  for (const person of [admin, colleague]) await expect(part(person, 'Clock')).toContainText('It runs normally')
})

test('visitors and users do not see the state of the site', async ({ visitor, user, site }) => {
  for (const person of [visitor, user]) {
    for (const path of ['/studio/health', '/studio/health/backup.tar']) {
      const response = await person.page.request.get(site.origin + path)
      expect([401, 403]).toContain(response.status())
      expect(await response.text()).not.toContain('Disk')
    }
  }
  await visitor.open('/studio/health?a=1&b=2')
  await expect(visitor.main.getByRole('alert').getByRole('link')).toHaveAttribute(
    'href',
    `/login?next=${encodeURIComponent('/studio/health?a=1&b=2')}`,
  )
})
