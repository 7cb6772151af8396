import { AxeBuilder } from '@axe-core/playwright'
import { pathOf } from './rows.ts'
import { expect, test } from './stories.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

test('no page has a barrier that a machine can find', async ({ visitor, site }) => {
  for (const path of [
    '/',
    '/work',
    '/about',
    '/values',
    '/contact',
    '/privacy',
    '/login',
    '/signup',
    '/nowhere',
    pathOf(site, 'Low Line'),
  ]) {
    await visitor.opens(path)
    const { violations } = await new AxeBuilder({ page: visitor.page }).withTags(standards).analyze()
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      path,
    ).toEqual([])
  }
})
