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

/** Fingers on the screen: each call says where all of them are now; none lifts the last one. */
export async function fingersOn(page: Page): Promise<(...places: Point[]) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  let down = 0
  return async (...places) => {
    const type = places.length < down ? 'touchEnd' : places.length > down ? 'touchStart' : 'touchMove'
    down = places.length
    const touchPoints = places.map(({ x, y }, id) => ({ x, y, id }))
    await session.send('Input.dispatchTouchEvent', { type, touchPoints })
    if (down === 0) await session.detach()
  }
}

/** Draws one finger over the screen, in steps as a touch screen reports them. */
export async function swipes(page: Page, from: Point, to: Point): Promise<void> {
  const touch = await fingersOn(page)
  const steps = 6
  for (let step = 0; step <= steps; step++) await touch(between(from, to, step / steps))
  await touch()
}

/** Puts two fingers on the screen and moves both. */
export async function pinches(page: Page, from: readonly [Point, Point], to: readonly [Point, Point]): Promise<void> {
  const touch = await fingersOn(page)
  const steps = 5
  await touch(from[0])
  for (let step = 0; step <= steps; step++) {
    await touch(between(from[0], to[0], step / steps), between(from[1], to[1], step / steps))
  }
  // As fingers do: one leaves the glass before the other.
  await touch(to[0])
  await touch()
}

/** Two taps of one finger. */
export async function tapsTwice(page: Page, place: Point): Promise<void> {
  for (let tap = 0; tap < 2; tap++) {
    const touch = await fingersOn(page)
    await touch(place)
    await touch()
  }
}

function between(from: Point, to: Point, part: number): Point {
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
}
