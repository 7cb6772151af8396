import { recordAnimations } from './fixtures/animations.ts'
import { openProjectCard, countScrollEvents } from './fixtures/navigation.ts'
import { expect, test } from './fixtures/test.ts'
import { thumbnailButton, expectClosed, project, expectImage } from './fixtures/viewer.ts'

// Animations for visitors who do not prefer reduced motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('page changes cross-fade in 280 ms', async ({ visitor }) => {
  await visitor.page.addInitScript(countTransitions)
  await visitor.open('/work')
  const animations = await recordAnimations(visitor.page)
  const navigations = [() => visitor.goTo('About'), () => visitor.goTo('Work'), () => openProjectCard(visitor)]
  for (const [index, navigate] of navigations.entries()) {
    await navigate()
    await expect(visitor.page.locator('html')).toHaveAttribute('data-transition-count', String(index + 1))
    await visitor.page.waitForFunction(() => !document.documentElement.matches(':active-view-transition'))
    const fades = animations().filter(({ name }) => name.includes('view-transition'))
    expect(fades.map(({ ms }) => ms)).toContain(280)
  }
})

test('a navigation during a cross-fade reaches its page without a browser error', async ({ visitor }) => {
  await visitor.page.addInitScript(slowDownFades)
  await visitor.open('/about')
  await visitor.goTo('Work')
  const isFading = () => visitor.page.evaluate(() => document.documentElement.matches(':active-view-transition'))
  for (const [navigate, heading] of [
    [() => visitor.page.goBack(), 'About'],
    [() => visitor.page.goForward(), 'Work'],
    [() => visitor.page.goBack(), 'About'],
  ] as const) {
    await expect.poll(isFading).toBe(true)
    await navigate()
    await expect(visitor.heading(heading)).toBeVisible()
  }
})

const ofProject = ['project-cover', 'project-name', 'project-number']

test('the picture, number and name of a card move to the page of its project and back', async ({ visitor }) => {
  const { page } = visitor
  await page.addInitScript(slowDownFades)
  await visitor.open('/work')
  const card = visitor.main.getByRole('link', { name: 'Reeded', exact: true })
  for (const navigate of [() => card.press('Enter'), () => page.goBack(), () => card.click(), () => page.goBack()]) {
    await navigate()
    await expect.poll(() => page.evaluate(movingNames)).toEqual(ofProject)
    // Not two copies of each.
    for (const name of ofProject) expect(await page.evaluate(displayOfOld, name), name).toBe('none')
    await page.evaluate(skipTransition)
    await expect(page.locator('[data-shared]')).toHaveCount(0)
  }
})

test('a project page that is left for another page than the list cross-fades', async ({ visitor }) => {
  const { page } = visitor
  await page.addInitScript(slowDownFades)
  await visitor.openProject('Reeded')
  await page.evaluate(skipTransition)
  await visitor.goTo('About')
  await expect.poll(() => page.evaluate(() => document.documentElement.matches(':active-view-transition'))).toBe(true)
  expect(await page.evaluate(displayOfOld, 'project-cover')).not.toBe('none')
})

test('the viewer animates opening, image changes and closing in 320 ms', async ({ visitor }) => {
  await visitor.openProject(project)
  const animations = await recordAnimations(visitor.page)
  const expectAnimation = () =>
    expect.poll(() => animations().some(({ name, ms }) => name.startsWith('Web') && ms === 320)).toBe(true)
  await thumbnailButton(visitor, 1).click()
  await expectAnimation()
  await expectImage(visitor, 1)
  await visitor.page.keyboard.press('ArrowRight')
  await expectAnimation()
  await expectImage(visitor, 2)
  await visitor.page.keyboard.press('Escape')
  await expectAnimation()
  await expectClosed(visitor)
})

test('Back to Top scrolls smoothly', async ({ visitor }) => {
  await visitor.open('/work')
  expect(await countScrollEvents(visitor)).toBeGreaterThan(3)
})

/** Runs in the page. Makes every cross-fade last until it is skipped. */
function slowDownFades(): void {
  const slow = new CSSStyleSheet()
  const pseudoElements = ['group', 'old', 'new'].map((part) => `::view-transition-${part}(*)`).join()
  slow.replaceSync(`${pseudoElements} { animation-duration: 60s !important }`)
  document.adoptedStyleSheets.push(slow)
}

/** Runs in the page. The names of the elements that move during the current transition. */
function movingNames(): string[] {
  const group = /^::view-transition-group[(](project-.+)[)]$/
  return document
    .getAnimations()
    .flatMap(({ effect }) => (effect instanceof KeyframeEffect && group.exec(effect.pseudoElement ?? '')?.[1]) || [])
    .toSorted()
}

/** Runs in the page. */
function displayOfOld(name: string): string {
  return getComputedStyle(document.documentElement, `::view-transition-old(${name})`).display
}

/** Runs in the page. Ends the current transition. */
function skipTransition(): void {
  for (const animation of document.getAnimations()) animation.finish()
}

/** Runs in the page. Counts the view transitions that have started. */
function countTransitions(): void {
  const startViewTransition = document.startViewTransition.bind(document)
  let count = 0
  document.startViewTransition = (update) => {
    const transition = startViewTransition(update)
    void transition.ready.then(() => {
      const { documentElement: root } = document
      if (root.matches(':active-view-transition')) root.dataset['transitionCount'] = String(++count)
    })
    return transition
  }
}
