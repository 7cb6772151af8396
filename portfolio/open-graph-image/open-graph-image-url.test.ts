import { expect, test } from 'vitest'
import { currentRecipe } from '#portfolio/derivative/derivatives.ts'
import { openGraphImageFile, openGraphImagePath } from './open-graph-image-url.ts'

test('the path contains the focal point in whole percent', () => {
  expect(openGraphImagePath({ originalId: 'p', recipe: currentRecipe, focalX: 0.42, focalY: 0.6 })).toBe(
    `/photos/p/${currentRecipe}/og-42-60.jpg`,
  )
  expect(openGraphImageFile({ focalX: -0.2, focalY: 1.2 })).toBe('og-0-100.jpg')
})
