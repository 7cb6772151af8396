import { expect, test } from 'vitest'
import { mayReceive, topicOf, type ChangeEvent } from './change-events.ts'

const anna = { userId: 'anna', admin: false }
const visitor = { userId: null, admin: false }
const publicEvents: ChangeEvent[] = [
  { about: 'work', audience: 'everyone' },
  { about: 'project', id: 'p1', audience: 'everyone' },
  { about: 'studio' },
]

test.each(publicEvents)('every subscriber receives the event $about', (change) => {
  expect(mayReceive(change, anna)).toBe(true)
  expect(mayReceive(change, visitor)).toBe(true)
})

test('only the user that a person event is about receives it', () => {
  const change: ChangeEvent = { about: 'person', userId: 'anna' }
  expect(mayReceive(change, anna)).toBe(true)
  expect(mayReceive(change, { ...anna, userId: 'bert' })).toBe(false)
  expect(mayReceive(change, { ...anna, userId: 'ann' })).toBe(false)
  expect(mayReceive(change, visitor)).toBe(false)
})

test.each(['inbox', 'bin', 'old-addresses'] as const)('only admins receive an event about the %s', (about) => {
  expect(mayReceive({ about }, { ...anna, admin: true })).toBe(true)
  expect(mayReceive({ about }, anna)).toBe(false)
  expect(mayReceive({ about }, visitor)).toBe(false)
})

test('only admins receive changes of drafts', () => {
  const changes = [
    { about: 'work', audience: 'admins' },
    { about: 'project', id: 'p1', audience: 'admins' },
  ] as const
  for (const change of changes) {
    expect(mayReceive(change, { ...anna, admin: true })).toBe(true)
    expect(mayReceive(change, anna)).toBe(false)
    expect(mayReceive(change, visitor)).toBe(false)
  }
})

test('the topic of an event is what it is about; for a project, it contains the id', () => {
  expect(publicEvents.map(topicOf)).toEqual(['work', 'project:p1', 'studio'])
})

test('the topic of a person event does not contain the user id', () => {
  expect(topicOf({ about: 'person', userId: 'anna' })).toBe('you')
})
