import { expect, type Page } from '@playwright/test'
import { scrolls } from './gestures.ts'
import type { Visitor } from './people.ts'
import { project } from './viewing.ts'

/** Something that has begun to move, whatever moves it: style sheets, scripts, the browser itself. */
export interface Movement {
  readonly what: string
  /** Until it has ended, its delay included. */
  readonly ms: number
}

/** Hears of every movement on this page, from now on. Gives the way to take note of those since the last time. */
export async function watchesMotion(page: Page): Promise<() => Movement[]> {
  const seen: Movement[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Animation.animationStarted', ({ animation: { type, name, source } }) => {
    seen.push({
      what: `${type} ${name}`,
      ms: (source?.delay ?? 0) + (source?.duration ?? 0) * (source?.iterations ?? 1),
    })
  })
  await session.send('Animation.enable')
  return () => seen.splice(0)
}

/** How often the page was scrolled on the way to its top. */
export async function stepsToTheTop(person: Visitor): Promise<number> {
  await scrolls(person.page, 900)
  await expect(toTop(person)).toBeVisible()
  await person.page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset['steps'] = '0'
    window.addEventListener('scroll', () => (dataset['steps'] = String(Number(dataset['steps']) + 1)))
  })
  await toTop(person).click()
  await expect.poll(() => person.page.evaluate(() => window.scrollY)).toBe(0)
  return Number(await person.page.locator('html').getAttribute('data-steps'))
}

export const toTop = (person: Visitor) => person.page.getByRole('button', { name: 'Back to Top', exact: true })
export const menu = (person: Visitor) => person.page.getByRole('button', { name: 'Menu', exact: true })

export async function opensACard(person: Visitor): Promise<void> {
  await person.card(project).getByRole('link').click()
  await person.heading(project).waitFor()
}
