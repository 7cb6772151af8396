import { expect, test } from 'vitest'
import { exclusiveSources, type PictureSource } from './picture-sources.ts'

const source = (srcSet: string, media?: string): PictureSource => ({ srcSet, sizes: '100vw', media })
const conditions = (...media: (string | undefined)[]) =>
  exclusiveSources(media.map((one, index) => source(`/photos/${index}.avif`, one))).map((one) => one.media)

test('a source without a condition is chosen if no earlier source is', () => {
  expect(conditions(undefined)).toEqual([undefined])
  expect(conditions('(max-width:640px)', undefined)).toEqual(['((max-width:640px))', '(not ((max-width:640px)))'])
})

test('a source with a condition is chosen only if no earlier condition is true', () => {
  expect(conditions('(a) and (b)', '(c)', undefined)).toEqual([
    '((a) and (b))',
    '(not ((a) and (b))) and ((c))',
    '(not ((a) and (b))) and (not ((c)))',
  ])
})

test('sources after a source without a condition are omitted', () => {
  expect(conditions(undefined, '(a)', undefined)).toEqual([undefined])
})
