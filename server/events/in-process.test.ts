import { expect, test } from 'vitest'
import type { ChangeEvent } from '#portfolio/change-events.ts'
import { openInProcessEvents } from './in-process.ts'

const work: ChangeEvent = { about: 'work', audience: 'everyone' }
const studio: ChangeEvent = { about: 'studio' }

function openEvents() {
  const logged: unknown[] = []
  return { events: openInProcessEvents({ error: (...line) => void logged.push(line) }), logged }
}

test('every subscriber receives every event, in order, each with its own edition', () => {
  const { events } = openEvents()
  const received: [ChangeEvent, string][] = []
  events.subscribe((event, edition) => received.push([event, edition]))
  const before = events.edition()
  events.publish([work, studio])
  expect(received.map(([event]) => event)).toEqual([work, studio])
  expect(new Set([before, ...received.map(([, edition]) => edition)]).size).toBe(3)
  expect(received.at(-1)?.[1]).toBe(events.edition())
})

test('after unsubscribing a subscriber receives nothing more', () => {
  const { events } = openEvents()
  const received: ChangeEvent[] = []
  const unsubscribe = events.subscribe((event) => received.push(event))
  events.publish([work])
  unsubscribe()
  unsubscribe()
  events.publish([work])
  expect(received).toEqual([work])
})

test('a subscriber that unsubscribes during an event does not stop the others from receiving it', () => {
  const { events } = openEvents()
  const received: string[] = []
  const unsubscribe = events.subscribe(() => {
    received.push('first')
    unsubscribe()
  })
  events.subscribe(() => received.push('second'))
  events.publish([work, work])
  expect(received).toEqual(['first', 'second', 'second'])
})

test('a subscriber that throws is logged, and the others receive the event', () => {
  const { events, logged } = openEvents()
  const received: ChangeEvent[] = []
  events.subscribe(() => {
    throw new Error('closed socket')
  })
  events.subscribe((event) => received.push(event))
  events.publish([work, studio])
  expect(received).toEqual([work, studio])
  expect(logged).toEqual([
    ['a subscriber failed', { cause: 'Error: closed socket' }],
    ['a subscriber failed', { cause: 'Error: closed socket' }],
  ])
})

test('without an event the edition stays the same', () => {
  const { events } = openEvents()
  const before = events.edition()
  events.publish([])
  expect(events.edition()).toBe(before)
})

test('after a restart no earlier edition is valid', () => {
  expect(openEvents().events.edition()).not.toBe(openEvents().events.edition())
})
