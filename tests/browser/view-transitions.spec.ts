import { pathOf } from '#tests/support/site/site-rows.ts'
import { recordAnimations } from './fixtures/checks/animations.ts'
import { openProjectCard, countScrollEvents } from './fixtures/navigation.ts'
import { expect, test } from './fixtures/test.ts'
import { thumbnailButton, expectClosed, project, expectImage, viewerImage } from './fixtures/viewer.ts'

// Animations for visitors who do not prefer reduced motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('page changes cross-fade in 280 ms', async ({ visitor }) => {
  await visitor.page.addInitScript(countTransitions)
  await visitor.open('/work')
  const takeAnimations = await recordAnimations(visitor.page)
  const navigations = [() => visitor.goTo('About'), () => visitor.goTo('Work'), () => openProjectCard(visitor)]
  for (const [index, navigate] of navigations.entries()) {
    await navigate()
    await expect(visitor.page.locator('html')).toHaveAttribute('data-transition-count', String(index + 1))
    await visitor.page.waitForFunction(() => !document.documentElement.matches(':active-view-transition'))
    const fades = takeAnimations().filter(({ name }) => name.includes('view-transition'))
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

test('the picture and name of a card move to the page of its project and back', async ({ visitor }) => {
  const { page } = visitor
  await page.addInitScript(slowDownFades)
  await visitor.open('/work')
  const card = visitor.main.getByRole('link', { name: 'Reeded', exact: true })
  for (const navigate of [() => card.press('Enter'), () => page.goBack(), () => card.click(), () => page.goBack()]) {
    await navigate()
    for (const name of ['cover', 'name']) await expect.poll(() => page.evaluate(animatedParts, name)).toEqual(['group'])
    await page.evaluate(finishAnimations)
  }
})

test('a view transition waits for the styles of the page', async ({ visitor }) => {
  const { page } = visitor
  await page.addInitScript(slowDownFades)
  await visitor.open('/work')
  await page.evaluate(loadStylesAgain)
  let fetched = 0
  await page.route(/[.]css[?]again/, async (route) => {
    fetched += 1
    // As from a slow cache: without waiting, the page is captured before it has its styles.
    await new Promise((resume) => setTimeout(resume, 300))
    await route.continue()
  })
  await visitor.main.getByRole('link', { name: 'Reeded', exact: true }).click()
  for (const name of ['cover', 'name']) await expect.poll(() => page.evaluate(animatedParts, name)).toEqual(['group'])
  expect(fetched).toBeGreaterThan(0)
})

test('leaving a project for a page other than the list cross-fades', async ({ visitor, site }) => {
  const { page } = visitor
  await page.addInitScript(slowDownFades)
  await visitor.open(pathOf(site, 'Reeded'))
  await visitor.goTo('About')
  await expect.poll(() => page.evaluate(animatedParts, 'cover')).toContain('old')
})

test('opening a project from another one cross-fades, and so does returning to a card out of view', async ({
  visitor,
  site,
}) => {
  const { page } = visitor
  await page.addInitScript(slowDownFades)
  await visitor.open(pathOf(site, 'Reeded'))
  await page.getByRole('link', { name: 'Next project' }).click()
  await expect(visitor.heading('Long Table')).toBeVisible()
  await expect.poll(() => page.evaluate(animatedParts, 'root')).toContain('new')
  expect(await page.evaluate(animatedParts, 'cover')).not.toContain('new')
  await page.evaluate(finishAnimations)
  // The list begins at its top, and this card is far below.
  await visitor.open(pathOf(site, 'Low Line'))
  await visitor.goTo('Work')
  await expect.poll(() => page.evaluate(animatedParts, 'root')).toContain('new')
  expect(await page.evaluate(animatedParts, 'cover')).not.toContain('new')
})

test('returning to the list from a project that was scrolled past its cover cross-fades', async ({ visitor }) => {
  const { page } = visitor
  await page.addInitScript(slowDownFades)
  await visitor.open('/work')
  await visitor.main.getByRole('link', { name: 'Reeded', exact: true }).click()
  await expect.poll(() => page.evaluate(animatedParts, 'cover')).toEqual(['group'])
  await page.evaluate(finishAnimations)
  await page.getByRole('link', { name: 'Next project' }).scrollIntoViewIfNeeded()
  await page.goBack()
  await expect.poll(() => page.evaluate(animatedParts, 'root')).toContain('new')
  expect(await page.evaluate(animatedParts, 'cover')).toEqual([])
})

test('the viewer animates opening, image changes and closing in 320 ms', async ({ visitor }) => {
  // Tall enough for two images of the gallery: the viewer shrinks only to an image that is visible.
  await visitor.page.setViewportSize({ width: 1280, height: 2000 })
  await visitor.openProject(project)
  const takeAnimations = await recordAnimations(visitor.page)
  const expectAnimation = () =>
    expect.poll(() => takeAnimations().some(({ name, ms }) => name.startsWith('Web') && ms === 320)).toBe(true)
  await thumbnailButton(visitor, 1).click()
  await expectAnimation()
  await expectImage(visitor, 1)
  await visitor.page.keyboard.press('ArrowRight')
  await expectAnimation()
  await expectImage(visitor, 2)
  // The viewer shrinks only an image that has loaded.
  await expect.poll(() => viewerImage(visitor).evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
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

/** Runs in the page. Makes the style sheets of new pages load from a URL that the browser has not fetched yet. */
function loadStylesAgain(): void {
  let count = 0
  new MutationObserver((mutations) => {
    for (const link of mutations.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(link instanceof HTMLLinkElement) || link.rel !== 'stylesheet' || link.href.includes('?again')) continue
      // Until it has been removed, its previous styles stay.
      link.remove()
      link.href = link.href.replace(/#?$/, `?again=${++count}`)
      document.head.append(link)
    }
  }).observe(document.head, { childList: true })
}

/** Runs in the page. The animated parts (`group`, `old`, `new`) of the element with this view transition name. */
function animatedParts(name: string): string[] {
  const parts = document.getAnimations().flatMap(({ effect }) => {
    const pseudoElement = effect instanceof KeyframeEffect ? effect.pseudoElement : null
    const [, part, transitionName] = /^::view-transition-(\w+)[(](\w+)[)]$/.exec(pseudoElement ?? '') ?? []
    return part && transitionName === name ? part : []
  })
  return [...new Set(parts)].toSorted()
}

/** Runs in the page. */
function finishAnimations(): void {
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
