import type { Locator, Page } from '@playwright/test'

/** Scrolls as a wheel does, and returns when the page has come to rest. Positive is down. */
export async function scrolls(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  // Whether the page may scroll is known to the gesture only when a frame has been drawn.
  const { x, y } = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return { x: window.innerWidth / 2, y: window.innerHeight / 2 }
  })
  await session.send('Input.synthesizeScrollGesture', {
    x,
    y,
    yDistance: -pixels,
    gestureSourceType: 'mouse',
    speed: 3_000,
  })
  await session.detach()
}

/** How far the page is scrolled. */
export async function scrolledBy(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY)
}

/** A computed property, once all its transitions have ended. */
export async function settled(locator: Locator, property: string): Promise<string> {
  return locator.evaluate(async (element, name) => {
    // What a change of state asks for starts with the next frame.
    await new Promise(requestAnimationFrame)
    await Promise.allSettled(element.getAnimations().map((animation) => animation.finished))
    return getComputedStyle(element).getPropertyValue(name)
  }, property)
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Draws one finger over the screen, in steps as a touch screen reports them. */
export async function swipes(page: Page, from: Point, to: Point): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const steps = 6
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (let step = 1; step <= steps; step++) {
    const point = { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps }
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}
