import type { Admin } from './fixtures/admin.ts'
import { scrollBy } from './fixtures/gestures.ts'
import { recordAnimations } from './fixtures/checks/animations.ts'
import { menuButton, openProjectCard, countScrollEvents } from './fixtures/navigation.ts'
import { navigationPages } from './fixtures/visitor.ts'
import { pathOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'
import { control, thumbnailButton, expectClosed, project, expectImage } from './fixtures/viewer.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Runs the steps. After each, expects that no animation longer than 1 ms has started. */
async function expectNoAnimation(
  admin: Admin,
  steps: (expectNoneStarted: (step: string) => Promise<void>) => Promise<void>,
) {
  const takeAnimations = await recordAnimations(admin.page)
  await steps(async (step) => {
    // An animation starts within two frames.
    await admin.page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    })
    expect
      .soft(
        takeAnimations().filter(({ ms }) => ms > 1),
        step,
      )
      .toEqual([])
  })
}

test('with reduced motion, pages, navigation bar, cards and links are not animated', async ({ admin }) => {
  await admin.open('/work')
  await expectNoAnimation(admin, async (expectNoneStarted) => {
    for (const pageName of Object.keys(navigationPages) as (keyof typeof navigationPages)[]) {
      await admin.goTo(pageName)
      await expectNoneStarted(`to ${pageName}`)
      await scrollBy(admin.page, 200)
      await scrollBy(admin.page, -60)
      await expectNoneStarted(`scroll ${pageName}`)
    }
    await admin.page.getByLabel('Subject').focus()
    await expectNoneStarted('focus a field')
    await admin.navigation('Create').click()
    await admin.heading('New project').waitFor()
    await expectNoneStarted('the project form')
    await admin.goTo('Work')
    await admin.card(project).getByRole('link').hover()
    await expectNoneStarted('hover a card')
    await openProjectCard(admin)
    await expectNoneStarted('open a project')
    await admin.main.getByRole('button', { name: 'Back', exact: true }).hover()
    await expectNoneStarted('hover Back')
    await admin.main.getByRole('navigation', { name: 'Other projects' }).getByRole('link').last().hover()
    await expectNoneStarted('hover the next project')
  })
})

test('with reduced motion, the viewer opens, zooms and closes without animation', async ({ admin }) => {
  await admin.open(pathOf(admin.site, project))
  await expectNoAnimation(admin, async (expectNoneStarted) => {
    await thumbnailButton(admin, 1).click()
    await expectImage(admin, 1)
    await expectNoneStarted('open the viewer')
    await control(admin, 'Next image').click()
    await expectImage(admin, 2)
    await expectNoneStarted('next image')
    for (const key of ['+', '+', 'ArrowDown', '0']) await admin.page.keyboard.press(key)
    await expectNoneStarted('zoom')
    await admin.page.keyboard.press('Escape')
    await expectClosed(admin)
    await expectNoneStarted('close the viewer')
  })
})

test('with reduced motion, the menu and dialogs open and close without animation', async ({ admin }) => {
  await admin.page.setViewportSize({ width: 768, height: 800 })
  await admin.open('/work')
  await expectNoAnimation(admin, async (expectNoneStarted) => {
    await menuButton(admin).click()
    await expectNoneStarted('open the menu')
    await menuButton(admin).click()
    await expectNoneStarted('close the menu')
    await admin.openRemovalDialog(project)
    await expectNoneStarted('open the dialog')
    await admin.chooseInDialog('No')
    await expectNoneStarted('close the dialog')
  })
})

test('with reduced motion, Back to Top jumps to the top in one step', async ({ admin }) => {
  await admin.open('/work')
  await expectNoAnimation(admin, async (expectNoneStarted) => {
    expect(await countScrollEvents(admin)).toBe(1)
    await expectNoneStarted('Back to Top')
  })
})
