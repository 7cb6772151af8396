import { expect, longNames, looks, test } from './eye.ts'
import { pathOf } from './rows.ts'

const project = 'Clear Grid'

test('no letter of a name is cut off while it is written, be the name short or long', async ({ browser, sites }) => {
  for (const width of [360, 768, 1440]) {
    const admin = await looks(browser, { sites, as: 'admin' }, { width })
    await admin.opens(pathOf(sites.full, project))
    await admin.page.getByRole('button', { name: 'Edit name' }).click()
    const name = admin.page.getByLabel('Project Name')
    for (const written of ['Typography jumpy gallery', `Å ${longNames.words}, gypsy jp`]) {
      await name.fill(written)
      const cut = await name.evaluate((one) => one.scrollHeight - one.clientHeight)
      expect.soft(cut, `${written} at ${width} px`).toBeLessThanOrEqual(0)
    }
    await admin.page.context().close()
  }
})

