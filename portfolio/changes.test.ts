import { expect, test } from 'vitest'
import { mayHear, topicOf, type Change } from './changes.ts'

const anna = { userId: 'anna' }
const nobody = { userId: null }
const open: Change[] = [{ about: 'work' }, { about: 'project', id: 'p1' }, { about: 'studio' }]

test.each(open)('everybody may hear of $about', (change) => {
  expect(mayHear(change, anna)).toBe(true)
  expect(mayHear(change, nobody)).toBe(true)
})

test('a person hears of themselves, and nobody else does', () => {
  const change: Change = { about: 'person', userId: 'anna' }
  expect(mayHear(change, anna)).toBe(true)
  expect(mayHear(change, { userId: 'bert' })).toBe(false)
  expect(mayHear(change, { userId: 'ann' })).toBe(false)
  expect(mayHear(change, nobody)).toBe(false)
})

test('pages listen by topic', () => {
  expect(open.map(topicOf)).toEqual(['work', 'project:p1', 'studio'])
})

test('what is said of a person does not name them', () => {
  expect(topicOf({ about: 'person', userId: 'anna' })).toBe('you')
})
