import type { Locator } from '@playwright/test'
import type { Admin } from './fixtures/admin.ts'
import { imageAt } from './fixtures/gallery.ts'
import { expectAnnounced, expectFocusKept, recordAnnouncements } from './fixtures/checks/announcements.ts'
import { smallImage } from './fixtures/chosen-files.ts'
import { pathOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

// What a screen reader announces to an admin, and where focus is.

const focusAndPress = async (target: Locator, key = 'Enter') => {
  await target.focus()
  await target.press(key)
}
const button = ({ page }: Admin, name: string) => page.getByRole('button', { name, exact: true })

test('moving a project by field or button announces its new position once', async ({ admin }) => {
  await admin.open('/work')
  const takeAnnouncements = await recordAnnouncements(admin.page)
  await admin.position('Thrown').fill('40')
  await focusAndPress(admin.position('Thrown'))
  await expectAnnounced(takeAnnouncements, 'Thrown is now at position 40.')
  await expect(admin.position('Thrown')).toBeFocused()
  await focusAndPress(button(admin, 'Move Thrown earlier'))
  await expectAnnounced(takeAnnouncements, /^Thrown is now number \d of \d[.]$/)
  await expect(button(admin, 'Move Thrown earlier')).toBeFocused()
  await admin.position('Thrown').fill('1.5')
  await focusAndPress(admin.position('Thrown'))
  await expectAnnounced(takeAnnouncements, /whole number/)
  await expect(admin.position('Thrown')).toBeFocused()
})

test('removing a project moves focus to the next one, and focus is not lost while the request is pending', async ({
  admin,
  site,
}) => {
  await admin.open('/work')
  const takeAnnouncements = await recordAnnouncements(admin.page)
  await focusAndPress(button(admin, 'Delete Reeded'))
  await expectFocusKept(admin.page)
  site.suspend()
  await focusAndPress(button(admin, 'Yes'))
  await expect(button(admin, 'Yes')).toHaveAttribute('aria-busy', 'true')
  await expectFocusKept(admin.page)
  site.resume()
  await expectAnnounced(takeAnnouncements, 'Reeded was deleted.')
  await expect(admin.page.locator(':focus')).toHaveAttribute('aria-label', /^Delete /)
})

test('removing the last image or project moves focus to the heading of its list', async ({ admin, site }) => {
  const focused = admin.page.locator(':focus')
  const removeAll = async (removeLabel: RegExp, confirmLabel: string) => {
    const removeButtons = admin.page.getByRole('button', { name: removeLabel })
    for (let count = await removeButtons.count(); count > 0; count--) {
      await focusAndPress(removeButtons.first())
      await focusAndPress(button(admin, confirmLabel))
      await expect(removeButtons).toHaveCount(count - 1)
      // A live update may remove the item before the dialog has its response.
      await expect(admin.page.getByRole('dialog')).toHaveCount(0)
    }
  }
  await admin.open(pathOf(site, 'Reeded'))
  await removeAll(/^Remove image \d+$/, 'Yes, Delete')
  await expect(focused).toHaveAccessibleName('Images')
  await admin.open('/work')
  await removeAll(/^Delete /, 'Yes')
  await expect(focused).toHaveAccessibleName('Projects')
})

test('saving a text announces success or failure once and keeps focus', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  const takeAnnouncements = await recordAnnouncements(admin.page)
  await focusAndPress(button(admin, 'Edit name'))
  await admin.editor('name').fill('a'.repeat(121))
  await focusAndPress(button(admin, 'Save'))
  await expectAnnounced(takeAnnouncements, 'Failed to update project data')
  await expectFocusKept(admin.page)
  await admin.editor('name').fill('Fired')
  await focusAndPress(admin.editor('name'))
  await expectAnnounced(takeAnnouncements, 'Saved. Visitors see it now.')
  await expect(button(admin, 'Edit name')).toBeFocused()
  await focusAndPress(button(admin, 'Edit details'))
  await focusAndPress(button(admin, 'Cancel'))
  await expect(button(admin, 'Edit details')).toBeFocused()
  await expectAnnounced(takeAnnouncements)
})

test('moving, describing and removing an image is announced once, and focus follows the image', async ({
  admin,
  site,
}) => {
  await admin.open(pathOf(site, 'Thrown'))
  const takeAnnouncements = await recordAnnouncements(admin.page)
  await admin.imagePosition(1).fill('2')
  await focusAndPress(admin.imagePosition(1))
  await expectAnnounced(takeAnnouncements, /^Image 1 was moved to position 2 of \d+[.]$/)
  await expectFocusKept(admin.page)
  await focusAndPress(button(admin, 'Move image 2 earlier'))
  await expectAnnounced(takeAnnouncements, /^Image 2 was moved to position 1 of \d+[.]$/)
  await expectFocusKept(admin.page)
  await focusAndPress(button(admin, 'Describe image 1'))
  await imageAt(admin, 1).getByRole('textbox', { name: 'Alternative text of image 1' }).fill('A room')
  await focusAndPress(button(admin, 'Save alternative text of image 1'))
  await expectAnnounced(takeAnnouncements, 'Saved.')
  await expect(button(admin, 'Save alternative text of image 1')).toBeFocused()
  await imageAt(admin, 1).getByLabel('Focal point of image 1, from the left').press('ArrowRight')
  await expectAnnounced(takeAnnouncements, 'Focal point saved.')
  await expectFocusKept(admin.page)
  await imageAt(admin, 1).getByRole('checkbox').press('Space')
  await expectAnnounced(takeAnnouncements, /^1 of \d+ selected$/)
  await focusAndPress(button(admin, 'Select none'))
  await expectAnnounced(takeAnnouncements, 'Select')
  await expect(button(admin, 'Select none')).toBeFocused()
  await focusAndPress(button(admin, 'Remove image 2'))
  await focusAndPress(button(admin, 'Yes, Delete'))
  await expectAnnounced(takeAnnouncements, 'Image 2 was removed.')
  await expect(button(admin, 'Remove image 2')).toBeFocused()
})

test('an image upload announces its start and end and keeps focus', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  // A slow response to the probe of the connection would be announced as its loss.
  await admin.page.route(/\.js$/, (route) =>
    route.request().method() === 'HEAD' ? route.fulfill({ status: 200 }) : route.fallback(),
  )
  await admin.chooseImages(await smallImage('one.jpg'))
  const takeAnnouncements = await recordAnnouncements(admin.page)
  await focusAndPress(button(admin, 'Add Images'))
  await expectAnnounced(takeAnnouncements, 'Uploading Image...', '1 image was added.')
  await expect(button(admin, 'Add Images')).toBeFocused()

  await admin.chooseImages(await smallImage('two.jpg', { width: 80 }))
  const release = await admin.holdRequests(/\/uploads/)
  const uploadRequest = admin.page.waitForRequest(/\/uploads/)
  await focusAndPress(button(admin, 'Add Images'))
  await expectAnnounced(takeAnnouncements, 'Uploading Image...')
  // A file that is cancelled before its fingerprint is ready causes no request, and `release` would wait for one.
  await uploadRequest
  await focusAndPress(button(admin, 'Cancel All'))
  await expect(button(admin, 'Cancel All')).toHaveCount(0)
  await expect(button(admin, 'Add Images')).toBeFocused()
  await release()
})

test('the form for a new project focuses an invalid field, which is described by its error, and announces success', async ({
  admin,
}) => {
  await admin.fillProjectForm({ name: 'a'.repeat(121), details: 'Clay.' })
  const takeAnnouncements = await recordAnnouncements(admin.page)
  await focusAndPress(button(admin, 'Add Project'))
  await expect(admin.page.getByLabel('Project Name')).toBeFocused()
  await expect(admin.page.getByLabel('Project Name')).toHaveAccessibleDescription(/at most 120 characters/)
  await admin.page.getByLabel('Project Name').fill('Fired')
  await focusAndPress(button(admin, 'Add Project'))
  await expectAnnounced(takeAnnouncements, 'Fired was added.')
  await expect(button(admin, 'Add Project')).toBeFocused()
})
