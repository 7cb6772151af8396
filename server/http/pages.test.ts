import { expect, test } from 'vitest'
import { StoreFailed } from '#portfolio/parts.ts'
import { openSite, type Page } from '#testing/door.ts'
import { openHouse } from '#testing/each-database.ts'
import { calm } from './pages.ts'

const failing: Page = () => {
  throw new StoreFailed(new Error('secret: disk gone'))
}

test.each(['GET', 'HEAD', 'POST'])('a store that cannot answer a page is no fault of the page (%s)', async (method) => {
  const house = await openHouse('SQLite')
  const { ask } = await openSite(house, failing)
  for (const path of ['/work', '/work.data']) {
    const answer = await ask(path, { method })
    expect(answer.status, path).toBe(503)
    expect(answer.headers.get('Retry-After'), path).toBe('5')
    const said = await answer.text()
    expect(said).not.toContain('secret')
    if (method !== 'HEAD') expect(said).toContain(calm)
  }
  expect(house.logged).toContainEqual({
    level: 'error',
    message: 'a page could not be read',
    detail: { cause: 'Error: secret: disk gone' },
  })
})
