import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { cachedTopicsFinder } from './cached-urls.ts'

const work = { path: 'work', parentId: 'root', module: { handle: { liveTopics: () => ['work'] } } }
const topicsOf = cachedTopicsFinder({ routes: { work } } as unknown as ServerBuild)

// The queries that `searchOf` in `app/load-work.ts` creates.
test.each([
  '',
  '?sector=retail',
  '?sector=retail&order=year',
  '?sector=retail&view=index',
  '?sector=retail&order=year&view=index',
  '?order=year',
  '?order=year&view=index',
  '?view=index',
])('/work%s is kept in memory, and so is its data', (search) => {
  expect(topicsOf(`/work${search}`)).toEqual(['work', 'studio'])
  expect(topicsOf(`/work.data${search}`)).toEqual(['work', 'studio'])
})

test.each(['?', '?view=grid', '?view=index&order=year', '?sector=', '?sector=retail&page=2', '?order=name'])(
  '/work%s is not kept in memory',
  (search) => {
    expect(topicsOf(`/work${search}`)).toBeNull()
  },
)
