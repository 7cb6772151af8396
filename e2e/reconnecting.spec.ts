import { delayAnswers } from './faults.ts'
import { accounts, Visitor } from './people.ts'
import { pathOf } from './rows.ts'
import { expect, test } from './stories.ts'
import { arrives, stays } from './watching.ts'

test.describe.configure({ timeout: 90_000 })

/** Finding back takes longer: browsers wait some seconds before they open a stream again. */
const healed = { timeout: 20_000 }

test('a line that was cut finds itself again and misses nothing', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await stays(visitor, path, async () => {
    await visitor.page.context().setOffline(true)
    await admin.opens(path)
    await admin.rewrites('details', 'Written while the line was cut.')
    await admin.saves()
    await expect(admin.main.getByText('Written while the line was cut.')).toBeVisible()
    await visitor.page.context().setOffline(false)
    await expect(visitor.main.getByText('Written while the line was cut.')).toBeVisible(healed)
    await admin.rewrites('details', 'Written afterwards.')
    await arrives('details, on the new line', admin, visitor, () => admin.saves(), ['main p', /Written afterwards\./])
  })
})

test('a site that was killed and started again is listened to again, and nothing of what changed is missed', async ({
  admin,
  visitor,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  await stays(visitor, path, async () => {
    await site.kill()
    site.sql(`update projects set details = 'Changed while the site was down.' where name = 'Thrown'`)
    await site.start()
    await expect(visitor.main.getByText('Changed while the site was down.')).toBeVisible(healed)
    await admin.opens(path)
    await admin.rewrites('details', 'Written afterwards.')
    await arrives('details, after a restart', admin, visitor, () => admin.saves(), ['main p', /Written afterwards\./])
  })
})

test('a site that hung for a while brings what was asked of it meanwhile', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await stays(visitor, path, async () => {
    await admin.opens(path)
    await admin.rewrites('details', 'Written to a site that hangs.')
    site.freeze()
    await admin.saves()
    await expect(admin.main.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-busy', 'true')
    site.thaw()
    await expect(visitor.main.getByText('Written to a site that hangs.')).toBeVisible()
  })
})

test('a change between the drawing of a page and the opening of its stream is not missed', async ({
  admin,
  visitor,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  const letThrough = await visitor.holdsBack(/\/live$/)
  await stays(visitor, path, async () => {
    await admin.opens(path)
    await admin.rewrites('details', 'Written in between.')
    await admin.saves()
    await expect(admin.main.getByText('Written in between.')).toBeVisible()
    await letThrough()
    await expect(visitor.main.getByText('Written in between.')).toBeVisible()
  })
})

test('a change while a page is on its way to the visitor is not missed', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await stays(visitor, '/work', async () => {
    await admin.opens(path)
    await admin.rewrites('details', 'Written meanwhile.')
    const arrive = await delayAnswers(visitor.page, /\/projects\/.*\.data/)
    const read = visitor.page.waitForResponse(/\/projects\/.*\.data/)
    await visitor.card('Thrown').getByRole('link').click()
    await expect(visitor.page.getByText('Loading...')).toBeAttached()
    await admin.saves()
    await expect(admin.main.getByText('Written meanwhile.')).toBeVisible()
    await arrive()
    await read
    await expect(visitor.heading('Thrown')).toBeVisible()
    await expect(visitor.main.getByText('Written meanwhile.')).toBeVisible()
  })
})

test('two tabs share one stream, and when the first closes the second goes on', async ({ admin, visitor, site }) => {
  const streams: string[] = []
  const context = visitor.page.context()
  context.on('request', (request) => request.url().endsWith('/live') && streams.push(request.url()))
  const path = pathOf(site, 'Thrown')
  await admin.opens(path)
  await visitor.opens('/work')
  const second = new Visitor(await context.newPage(), site)
  await stays(second, path, async () => {
    await admin.rewrites('details', 'Heard through the other tab.')
    await arrives('details, in the second tab', admin, second, () => admin.saves(), [
      'main p',
      /Heard through the other tab\./,
    ])
    expect(streams).toHaveLength(1)

    const opened = context.waitForEvent('request', (request) => request.url().endsWith('/live'))
    await visitor.page.close()
    // At once: the second tab may not be listening yet.
    await admin.rewrites('details', 'Heard alone.')
    await admin.saves()
    await expect(second.main.getByText('Heard alone.')).toBeVisible()
    await opened
    expect(streams).toHaveLength(2)
    await admin.rewrites('details', 'Heard again.')
    await arrives('details, in the tab that is left', admin, second, () => admin.saves(), ['main p', /Heard again\./])
  })
})

test('who logs in or out in one tab is known in the other, whichever of them has the stream', async ({
  visitor,
  site,
}) => {
  await visitor.opens('/work')
  const second = new Visitor(await visitor.page.context().newPage(), site)
  await second.opens('/login')
  const tabs = [
    { acts: visitor, watches: second },
    { acts: second, watches: visitor },
  ]
  for (const { acts, watches } of tabs) {
    await acts.opens('/login')
    await watches.opens('/about')
    await acts.fillsCredentials(accounts.member)
    await acts.main.getByRole('button', { name: 'Log in' }).click()
    await acts.isAt('/work')
    await expect(watches.logout).toBeVisible()
    await acts.logsOut()
    await expect(watches.logout).toHaveCount(0)
  }
})
