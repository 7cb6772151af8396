import type { Locator } from '@playwright/test'
import type { Admin } from './admin.ts'
import { imageAt } from './gallery.ts'
import { hears, keepsTheFocus, listens } from './hearing.ts'
import { small } from './photographs.ts'
import { pathOf } from './rows.ts'
import { expect, test } from './stories.ts'

test.describe.configure({ timeout: 120_000 })

// What an admin hears who does not see the page, and where the keyboard is.

const presses = async (what: Locator, key = 'Enter') => {
  await what.focus()
  await what.press(key)
}
const button = ({ page }: Admin, name: string) => page.getByRole('button', { name, exact: true })

test('a project that gets another position says so once, however it was moved', async ({ admin }) => {
  await admin.opens('/work')
  const said = await listens(admin.page)
  await admin.position('Thrown').fill('40')
  await presses(admin.position('Thrown'))
  await hears(said, 'Thrown has position 40 now.')
  await expect(admin.position('Thrown')).toBeFocused()
  await presses(button(admin, 'Move Thrown earlier'))
  await hears(said, /^Thrown is number \d of \d now[.]$/)
  await expect(button(admin, 'Move Thrown earlier')).toBeFocused()
  await admin.position('Thrown').fill('1.5')
  await presses(admin.position('Thrown'))
  await hears(said, /whole number/)
  await expect(admin.position('Thrown')).toBeFocused()
})

test('a project that is deleted leaves the focus at the next, also while the site thinks', async ({ admin, site }) => {
  await admin.opens('/work')
  const said = await listens(admin.page)
  await presses(button(admin, 'Delete Reeded'))
  await keepsTheFocus(admin.page)
  site.freeze()
  await presses(button(admin, 'Yes'))
  await expect(button(admin, 'Yes')).toHaveAttribute('aria-busy', 'true')
  await keepsTheFocus(admin.page)
  site.thaw()
  await hears(said, 'Reeded was deleted.')
  await expect(admin.page.locator(':focus')).toHaveAttribute('aria-label', /^Delete /)
})

test('when the last project, or image, has gone, the focus is where they hung', async ({ admin, site }) => {
  const focused = admin.page.locator(':focus')
  const removesAll = async (remove: RegExp, yes: string) => {
    const left = admin.page.getByRole('button', { name: remove })
    for (let count = await left.count(); count > 0; count--) {
      await presses(left.first())
      await presses(button(admin, yes))
      await expect(left).toHaveCount(count - 1)
    }
  }
  await admin.opens(pathOf(site, 'Reeded'))
  await removesAll(/^Remove image \d+$/, 'Yes, Delete')
  await expect(focused).toHaveAccessibleName('Images')
  await admin.opens('/work')
  await removesAll(/^Delete /, 'Yes')
  await expect(focused).toHaveAccessibleName('Projects')
})

test('a text that is saved, or not, says so once, and the focus stays by it', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  const said = await listens(admin.page)
  await presses(button(admin, 'Edit name'))
  await admin.editor('name').fill('a'.repeat(121))
  await presses(button(admin, 'Save'))
  await hears(said, 'Failed to update project data')
  await keepsTheFocus(admin.page)
  await admin.editor('name').fill('Fired')
  await presses(admin.editor('name'))
  await hears(said, 'Saved.')
  await expect(button(admin, 'Edit name')).toBeFocused()
  await presses(button(admin, 'Edit details'))
  await presses(button(admin, 'Cancel'))
  await expect(button(admin, 'Edit details')).toBeFocused()
  await hears(said)
})

test('images that are moved, described and removed say so once, and the focus goes along', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  const said = await listens(admin.page)
  await admin.imagePosition(1).fill('2')
  await presses(admin.imagePosition(1))
  await hears(said, /^Image 1 was moved to position 2 of \d+[.]$/)
  await keepsTheFocus(admin.page)
  await presses(button(admin, 'Move image 2 earlier'))
  await hears(said, /^Image 2 was moved to position 1 of \d+[.]$/)
  await keepsTheFocus(admin.page)
  await presses(button(admin, 'Describe image 1'))
  await imageAt(admin, 1).getByRole('textbox', { name: 'Alt text of image 1' }).fill('A room')
  await presses(button(admin, 'Save alt text of image 1'))
  await hears(said, 'Saved.')
  await expect(button(admin, 'Save alt text of image 1')).toBeFocused()
  await imageAt(admin, 1).getByLabel('Focal point of image 1, from the left').press('ArrowRight')
  await hears(said, 'Focal point saved.')
  await keepsTheFocus(admin.page)
  await imageAt(admin, 1).getByRole('checkbox').press('Space')
  await hears(said, /^1 of \d+ selected$/)
  await presses(button(admin, 'Select none'))
  await hears(said, 'Select')
  await expect(button(admin, 'Select none')).toBeFocused()
  await presses(button(admin, 'Remove image 2'))
  await presses(button(admin, 'Yes, Delete'))
  await hears(said, 'Image 2 was removed.')
  await expect(button(admin, 'Remove image 2')).toBeFocused()
})

test('pictures on their way say that they go and that they have come, and leave the focus somewhere', async ({
  admin,
  site,
}) => {
  await admin.opens(pathOf(site, 'Thrown'))
  await admin.chooses(await small('one.jpg'))
  const said = await listens(admin.page)
  await presses(button(admin, 'Add Images'))
  await hears(said, 'Uploading Image...', '1 image was added.')
  await expect(button(admin, 'Add Images')).toBeFocused()

  await admin.chooses(await small('one.jpg'))
  const letGo = await admin.holdsBack(/\/uploads/)
  await presses(button(admin, 'Add Images'))
  await hears(said, 'Uploading Image...')
  await presses(button(admin, 'Cancel All'))
  await expect(button(admin, 'Cancel All')).toHaveCount(0)
  await expect(button(admin, 'Add Images')).toBeFocused()
  await letGo()
})

test('a new project says what is wrong at its field, and that it was added', async ({ admin }) => {
  await admin.fillsIn({ name: 'a'.repeat(121), details: 'Clay.' })
  const said = await listens(admin.page)
  await presses(button(admin, 'Add Project'))
  await expect(admin.page.getByLabel('Project Name')).toBeFocused()
  await expect(admin.page.getByLabel('Project Name')).toHaveAccessibleDescription(/120 characters at most/)
  await admin.page.getByLabel('Project Name').fill('Fired')
  await presses(button(admin, 'Add Project'))
  await hears(said, 'Fired was added.')
  await expect(button(admin, 'Add Project')).toBeFocused()
})
