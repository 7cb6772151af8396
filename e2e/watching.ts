import { expect } from '@playwright/test'
import type { Admin } from './admin.ts'
import type { Visitor } from './people.ts'

/** What the elements found by a selector say, one after the other. */
export type Sight = readonly [selector: string, says: RegExp]

/** Opens the page, and goes through the story without ever leaving or loading it anew. */
export async function stays(someone: Visitor, path: string, story: () => Promise<void>): Promise<void> {
  await someone.opens(path)
  await someone.page.evaluate(() => Object.assign(window, { stayed: true }))
  await story()
  expect(await someone.page.evaluate(() => 'stayed' in window), 'the page was loaded anew').toBe(true)
}

/** Does something as admin; the visitor must see it soon after the site has answered. */
export async function arrives(
  what: string,
  admin: Admin,
  visitor: Visitor,
  act: () => Promise<void>,
  sight: Sight,
): Promise<void> {
  const seen = seenAt(visitor, sight)
  const answered = admin.page
    .waitForResponse((response) => response.request().method() === 'POST' && /\.data(\?|$)/.test(response.url()), {
      timeout: 60_000,
    })
    .then(() => performance.now())
  await act()
  const ms = Math.round((await seen) - (await answered))
  process.stdout.write(`      ${what}: with the visitor ${ms} ms after the admin’s answer\n`)
}

/** When the visitor sees it: milliseconds on the clock of this process. */
export async function seenAt({ page }: Visitor, [selector, says]: Sight): Promise<number> {
  await page.waitForFunction(
    ([what, pattern]) => {
      const said = [...document.querySelectorAll<HTMLElement>(what)].map((one) => one.ariaLabel ?? one.innerText)
      return new RegExp(pattern, 's').test(said.join('\n'))
    },
    [selector, says.source] as const,
    { timeout: 60_000 },
  )
  return performance.now()
}
