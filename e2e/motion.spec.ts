import { opensACard, stepsToTheTop, watchesMotion } from './motion.ts'
import { expect, test } from './stories.ts'
import { image, isClosed, project, sees } from './viewing.ts'

// For people who like pages to move.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('pages fade into each other', async ({ visitor }) => {
  await visitor.page.addInitScript(countTransitions)
  await visitor.opens('/work')
  const moved = await watchesMotion(visitor.page)
  const ways = [() => visitor.goesTo('About'), () => visitor.goesTo('Work'), () => opensACard(visitor)]
  for (const [before, goes] of ways.entries()) {
    await goes()
    await expect(visitor.page.locator('html')).toHaveAttribute('data-faded', String(before + 1))
    await visitor.page.waitForFunction(() => !document.documentElement.matches(':active-view-transition'))
    const fades = moved().filter(({ what }) => what.includes('view-transition'))
    expect(fades.map(({ ms }) => ms)).toContain(280)
  }
})

test('whoever goes on while pages fade arrives, and no browser complains', async ({ visitor }) => {
  await visitor.page.addInitScript(holdFades)
  await visitor.opens('/about')
  await visitor.goesTo('Work')
  const isFading = () => visitor.page.evaluate(() => document.documentElement.matches(':active-view-transition'))
  for (const [goes, heading] of [
    [() => visitor.page.goBack(), 'About'],
    [() => visitor.page.goForward(), 'Work'],
    [() => visitor.page.goBack(), 'About'],
  ] as const) {
    await expect.poll(isFading).toBe(true)
    await goes()
    await expect(visitor.heading(heading)).toBeVisible()
  }
})

test('a picture grows into the viewer, glides on, and shrinks to where it hangs', async ({ visitor }) => {
  await visitor.opensProject(project)
  const moved = await watchesMotion(visitor.page)
  const flies = () => expect.poll(() => moved().some(({ what, ms }) => what.startsWith('Web') && ms === 320)).toBe(true)
  await image(visitor, 1).click()
  await flies()
  await sees(visitor, 1)
  await visitor.page.keyboard.press('ArrowRight')
  await flies()
  await sees(visitor, 2)
  await visitor.page.keyboard.press('Escape')
  await flies()
  await isClosed(visitor)
})

test('Back to Top scrolls smoothly', async ({ visitor }) => {
  await visitor.opens('/work')
  expect(await stepsToTheTop(visitor)).toBeGreaterThan(3)
})

/** Runs in the page: makes every fade last until it is cut off. */
function holdFades(): void {
  const slow = new CSSStyleSheet()
  slow.replaceSync('::view-transition-old(root), ::view-transition-new(root) { animation-duration: 60s !important }')
  document.adoptedStyleSheets.push(slow)
}

/** Runs in the page: counts the transitions that have begun to be seen. */
function countTransitions(): void {
  const begin = document.startViewTransition.bind(document)
  let count = 0
  document.startViewTransition = (update) => {
    const transition = begin(update)
    void transition.ready.then(() => {
      const { documentElement: root } = document
      if (root.matches(':active-view-transition')) root.dataset['faded'] = String(++count)
    })
    return transition
  }
}
