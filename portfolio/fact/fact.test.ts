import { expect, test } from 'vitest'
import { describeFacts } from './fact-lines.ts'
import { formatArea, isFactKey, limitOf, parseArea, type FactKey } from './fact.ts'

test.each([
  ['185 m²', '185\u00a0m²'],
  ['185m2', '185\u00a0m²'],
  ['1,250.5 sqm', '1,250.5\u00a0m²'],
  ['2 000 Sq Ft', '2,000\u00a0sq ft'],
  ['2000 square feet', '2,000\u00a0sq ft'],
])('the area %s is shown as %s', (text, formatted) => {
  const area = parseArea(text)
  expect(area && formatArea(area)).toBe(formatted)
  expect(area).toEqual(parseArea(formatted))
})

test.each(['', '185', 'm²', '0 m²', '1.250 m²', '1,25 m²', '-3 m²', '5 acres', '1e3 m²'])(
  '"%s" is not an area',
  (text) => expect(parseArea(text)).toBeNull(),
)

test('only the keys of facts are accepted, and each has a limit', () => {
  for (const key of ['year', 'testimonialAuthor', 'press-1-title', 'press-12-link']) {
    expect(isFactKey(key) && limitOf(key), key).toBeGreaterThan(0)
  }
  for (const key of ['', 'press', 'press-0-title', 'press-13-title', 'press-1-colour', '__proto__', 'name'])
    expect(isFactKey(key), key).toBe(false)
})

test('facts are described in order, without empty ones', () => {
  const texts = new Map<FactKey, string>([
    ['credits', 'Photography: A. Example\nB. Example\nhttps://c.example'],
    ['year', '2025'],
    ['place', ''],
    ['area', '1,250\u00a0m²'],
    ['sector', 'id'],
    ['press-2-title', 'Shop of the year'],
    ['press-2-publication', 'Example Awards'],
    ['press-2-date', '2026-03'],
    ['press-2-link', 'https://awards.example/'],
    ['press-1-publication', 'Example Review'],
    ['press-1-date', '2025-11-02'],
    ['press-4-date', '2025'],
    ['testimonial', 'Calm.\nAt last.'],
    ['testimonialAuthor', 'The owner'],
  ])
  expect(describeFacts(texts, { name: 'Retail', slug: 'retail' })).toEqual([
    { name: 'year', lines: [{ text: '2025' }] },
    { name: 'sector', lines: [{ text: 'Retail', sector: 'retail' }] },
    { name: 'area', lines: [{ text: '1,250\u00a0m²', area: { value: 1250, unit: 'm²' } }] },
    {
      name: 'credits',
      lines: [{ text: 'A. Example', note: 'Photography' }, { text: 'B. Example' }, { text: 'https://c.example' }],
    },
    {
      name: 'press',
      lines: [
        {
          text: 'Shop of the year',
          note: 'Example Awards, March 2026',
          link: 'https://awards.example/',
          publication: 'Example Awards',
          date: '2026-03',
        },
        { text: 'Example Review', note: '2 November 2025', publication: 'Example Review', date: '2025-11-02' },
      ],
    },
    { name: 'testimonial', lines: [{ text: 'Calm.\nAt last.', note: 'The owner' }] },
  ])
  expect(describeFacts(new Map(), null)).toEqual([])
})
