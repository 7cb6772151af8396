import type { Admin } from './admin.ts'
import { scrolls } from './gestures.ts'
import { menu, opensACard, stepsToTheTop, watchesMotion } from './motion.ts'
import { rooms } from './people.ts'
import { pathOf } from './rows.ts'
import { expect, test } from './stories.ts'
import { control, image, isClosed, project, sees } from './viewing.ts'

// For people whom movement makes ill.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Goes through something, and nothing of it takes longer than a moment. */
async function nothingMoves(admin: Admin, story: (takesNote: (what: string) => Promise<void>) => Promise<void>) {
  const moved = await watchesMotion(admin.page)
  await story(async (what) => {
    // What is going to move does so within two frames.
    await admin.page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    })
    expect
      .soft(
        moved().filter(({ ms }) => ms > 1),
        what,
      )
      .toEqual([])
  })
}

test('no page, bar, card or link moves', async ({ admin }) => {
  await admin.opens('/work')
  await nothingMoves(admin, async (takesNote) => {
    for (const room of Object.keys(rooms) as (keyof typeof rooms)[]) {
      await admin.goesTo(room)
      await takesNote(`to ${room}`)
      await scrolls(admin.page, 200)
      await scrolls(admin.page, -60)
      await takesNote(`up and down ${room}`)
    }
    await admin.page.getByLabel('Subject').focus()
    await takesNote('a field')
    await admin.navigation('Create').click()
    await admin.heading('New project').waitFor()
    await takesNote('the form')
    await admin.goesTo('Work')
    await admin.card(project).getByRole('link').hover()
    await takesNote('a card')
    await opensACard(admin)
    await takesNote('a project')
    await admin.main.getByRole('button', { name: 'Back', exact: true }).hover()
    await takesNote('Back')
    await admin.main.getByRole('navigation', { name: 'Other projects' }).getByRole('link').last().hover()
    await takesNote('the next project')
  })
})

test('the viewer is there, and goes', async ({ admin }) => {
  await admin.opens(pathOf(admin.site, project))
  await nothingMoves(admin, async (takesNote) => {
    await image(admin, 1).click()
    await sees(admin, 1)
    await takesNote('open')
    await control(admin, 'Next image').click()
    await sees(admin, 2)
    await takesNote('on')
    for (const key of ['+', '+', 'ArrowDown', '0']) await admin.page.keyboard.press(key)
    await takesNote('enlarged')
    await admin.page.keyboard.press('Escape')
    await isClosed(admin)
    await takesNote('closed')
  })
})

test('the menu and questions are there, and go', async ({ admin }) => {
  await admin.page.setViewportSize({ width: 768, height: 800 })
  await admin.opens('/work')
  await nothingMoves(admin, async (takesNote) => {
    await menu(admin).click()
    await takesNote('the menu')
    await menu(admin).click()
    await takesNote('no menu')
    await admin.wantsToDelete(project)
    await takesNote('the question')
    await admin.answers('No')
    await takesNote('no question')
  })
})

test('Back to Top is there, and is at the top at once', async ({ admin }) => {
  await admin.opens('/work')
  await nothingMoves(admin, async (takesNote) => {
    expect(await stepsToTheTop(admin)).toBe(1)
    await takesNote('Back to Top')
  })
})
