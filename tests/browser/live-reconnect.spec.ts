import { delayResponses } from './fixtures/network/fault-injection.ts'
import { accounts } from '#tests/support/accounts.ts'
import { Visitor } from './fixtures/visitor.ts'
import { pathOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'
import { expectLiveUpdate, withoutReload } from './fixtures/live-updates.ts'

test('a page that was offline reconnects and shows changes made in the meantime', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await withoutReload(visitor, path, async () => {
    await visitor.page.context().setOffline(true)
    await admin.open(path)
    await admin.editText('details', 'Written while the line was cut.')
    await admin.save()
    await expect(admin.main.getByText('Written while the line was cut.')).toBeVisible()
    await visitor.page.context().setOffline(false)
    await expect(visitor.main.getByText('Written while the line was cut.')).toBeVisible()
    await admin.editText('details', 'Written afterwards.')
    await expectLiveUpdate(admin, visitor, () => admin.save(), ['main p', /Written afterwards\./])
  })
})

test('a page reconnects to a restarted server and shows changes made in the meantime', async ({
  admin,
  visitor,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  await withoutReload(visitor, path, async () => {
    await site.kill()
    site.sql(`update projects set details = 'Changed while the site was down.' where name = 'Thrown'`)
    site.sql('update changeCounter set number = number + 1')
    site.sql(`insert into changes select number, '{"about":"studio"}' from changeCounter`)
    await site.start()
    await expect(visitor.main.getByText('Changed while the site was down.')).toBeVisible()
    await admin.open(path)
    await admin.editText('details', 'Written afterwards.')
    await expectLiveUpdate(admin, visitor, () => admin.save(), ['main p', /Written afterwards\./])
  })
})

test('a change saved while the server is suspended reaches the page when the server resumes', async ({
  admin,
  visitor,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  await withoutReload(visitor, path, async () => {
    await admin.open(path)
    await admin.editText('details', 'Written to a site that hangs.')
    site.suspend()
    await admin.save()
    await expect(admin.main.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-busy', 'true')
    site.resume()
    await expect(visitor.main.getByText('Written to a site that hangs.')).toBeVisible()
  })
})

test('a change made after a page is rendered and before its stream opens is shown', async ({
  admin,
  visitor,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  const release = await visitor.holdRequests(/\/live[?]/)
  await withoutReload(visitor, path, async () => {
    await admin.open(path)
    await admin.editText('details', 'Written in between.')
    await admin.save()
    await expect(admin.main.getByText('Written in between.')).toBeVisible()
    await release()
    await expect(visitor.main.getByText('Written in between.')).toBeVisible()
  })
})

test('a change during a navigation is shown on the new page', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await withoutReload(visitor, '/work', async () => {
    await admin.open(path)
    await admin.editText('details', 'Written meanwhile.')
    const releaseResponse = await delayResponses(visitor.page, /\/projects\/.*\.data/)
    const read = visitor.page.waitForResponse(/\/projects\/.*\.data/)
    await visitor.card('Thrown').getByRole('link').click()
    await expect(visitor.page.getByText('Loading...')).toBeAttached()
    await admin.save()
    await expect(admin.main.getByText('Written meanwhile.')).toBeVisible()
    await releaseResponse()
    await read
    await expect(visitor.heading('Thrown')).toBeVisible()
    await expect(visitor.main.getByText('Written meanwhile.')).toBeVisible()
  })
})

test('two tabs share one stream, and the second tab opens one when the first closes', async ({
  admin,
  visitor,
  site,
}) => {
  const streams: string[] = []
  const context = visitor.page.context()
  context.on('request', (request) => request.url().includes('/live?') && streams.push(request.url()))
  const path = pathOf(site, 'Thrown')
  await admin.open(path)
  await visitor.open('/work')
  const second = new Visitor(await context.newPage(), site)
  await withoutReload(second, path, async () => {
    await admin.editText('details', 'Heard through the other tab.')
    await expectLiveUpdate(admin, second, () => admin.save(), ['main p', /Heard through the other tab\./])
    expect(streams).toHaveLength(1)

    const opened = context.waitForEvent('request', (request) => request.url().includes('/live?'))
    await visitor.page.close()
    // Saved immediately, possibly before the second tab has opened its stream.
    await admin.editText('details', 'Heard alone.')
    await admin.save()
    await expect(second.main.getByText('Heard alone.')).toBeVisible()
    await opened
    expect(streams).toHaveLength(2)
    await admin.editText('details', 'Heard again.')
    await expectLiveUpdate(admin, second, () => admin.save(), ['main p', /Heard again\./])
  })
})

test('logging in or out in one tab updates the other, whichever tab holds the stream', async ({ visitor, site }) => {
  await visitor.open('/work')
  const second = new Visitor(await visitor.page.context().newPage(), site)
  await second.open('/login')
  const tabs = [
    { active: visitor, passive: second },
    { active: second, passive: visitor },
  ]
  for (const { active, passive } of tabs) {
    await active.open('/login')
    await passive.open('/about')
    await active.fillCredentials(accounts.user)
    await active.main.getByRole('button', { name: 'Log in', exact: true }).click()
    await active.expectPath('/work')
    await expect(passive.logoutButton).toBeVisible()
    await active.logOut()
    await expect(passive.logoutButton).toHaveCount(0)
  }
})
