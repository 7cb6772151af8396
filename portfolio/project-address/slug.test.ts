import { expect, test } from 'vitest'
import { firstFreeSlug, isAllowedSlug, parseAddress, slugLimits, slugOf, slugOfName } from './slug.ts'

test.each([
  ['Thrown', 'thrown'],
  ['  House in a Water-Tower, No. 4 ', 'house-in-a-water-tower-no-4'],
  ['Café Lumière', 'cafe-lumiere'],
  ['Straße & Søn Œuvre Łódź Ğüneş', 'strasse-son-oeuvre-lodz-gunes'],
  ['Ελληνικό Σπίτι', 'elliniko-spiti'],
  ['Дом на Неве — Объект', 'dom-na-neve-obekt'],
  ['水塔の家', '水塔の家'],
  ['בית המים', 'בית-המים'],
  ["The Weaver's House", 'the-weavers-house'],
  ['½ Acre ﬁeld', '1-2-acre-field'],
  ['../a/b?c#d%2f', 'a-b-c-d-2f'],
  ['Brand™ House № 7', 'brandtm-house-no-7'],
  ['𝐀rt 𝚨', 'art-a'],
  ['—', ''],
])('%s becomes %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
  expect(parseAddress(slugOf(name))).toBe(slug || null)
})

test('names without letters or digits, reserved words and ids get a slug that begins with `project`', () => {
  const id = '7f9c24e8-3b12-4fef-91e0-0c5a8d1e2f3a'
  expect(['…', 'New', id].map(slugOfName)).toEqual(['project', 'project-new', `project-${id}`])
  expect([id, 'new', 'news'].map(isAllowedSlug)).toEqual([false, false, true])
})

test('long names are cut at the end of a word, and a number still fits', () => {
  const words = 'A long name of a house that '.repeat(10)
  const slug = slugOfName(words)
  expect(slug.length).toBeLessThanOrEqual(slugLimits.length)
  expect(slugOf(words).startsWith(`${slug}-`)).toBe(true)
  expect(slugOfName('x'.repeat(120))).toBe('x'.repeat(slugLimits.length))
  const taken = new Set<string>()
  for (let n = 1; n <= 12; n++)
    taken.add(firstFreeSlug(slugOfName('x'.repeat(120)), (candidate) => taken.has(candidate)))
  expect([...taken].every(({ length }) => length <= slugLimits.length)).toBe(true)
  expect(taken.size).toBe(12)
})

test('an address is accepted in any letter case and Unicode normal form; an invalid one is refused', () => {
  expect(parseAddress('THROWN-2')).toBe('thrown-2')
  expect(parseAddress('e\u0301')).toBe('é')
  for (const segment of ['', 'a.data', 'a/b', '\0', 'a b', '__proto__', 'x'.repeat(101)])
    expect(parseAddress(segment)).toBeNull()
})
