import { expect, test } from 'vitest'
import type { ChangeEvent } from '#portfolio/change-events.ts'
import { openInProcessEvents } from './in-process.ts'

const work: ChangeEvent = { about: 'work' }
const studio: ChangeEvent = { about: 'studio' }

function openEvents() {
  const logged: unknown[] = []
  return { bus: openInProcessEvents({ error: (...line) => void logged.push(line) }), logged }
}

test('every subscriber receives every event, in order, each with an edition of its own', () => {
  const { bus } = openEvents()
  const received: [ChangeEvent, string][] = []
  bus.subscribe((event, edition) => received.push([event, edition]))
  const before = bus.edition()
  bus.publish([work, studio])
  expect(received.map(([event]) => event)).toEqual([work, studio])
  expect(new Set([before, ...received.map(([, edition]) => edition)]).size).toBe(3)
  expect(received.at(-1)?.[1]).toBe(bus.edition())
})

test('after unsubscribing a subscriber receives nothing more', () => {
  const { bus } = openEvents()
  const received: ChangeEvent[] = []
  const unsubscribe = bus.subscribe((event) => received.push(event))
  bus.publish([work])
  unsubscribe()
  unsubscribe()
  bus.publish([work])
  expect(received).toEqual([work])
})

test('a subscriber that unsubscribes during an event does not stop the others from receiving it', () => {
  const { bus } = openEvents()
  const received: string[] = []
  const unsubscribe = bus.subscribe(() => {
    received.push('first')
    unsubscribe()
  })
  bus.subscribe(() => received.push('second'))
  bus.publish([work, work])
  expect(received).toEqual(['first', 'second', 'second'])
})

test('a subscriber that throws is logged, and the others receive the event', () => {
  const { bus, logged } = openEvents()
  const received: ChangeEvent[] = []
  bus.subscribe(() => {
    throw new Error('closed socket')
  })
  bus.subscribe((event) => received.push(event))
  bus.publish([work, studio])
  expect(received).toEqual([work, studio])
  expect(logged).toEqual([
    ['a subscriber failed', { cause: 'Error: closed socket' }],
    ['a subscriber failed', { cause: 'Error: closed socket' }],
  ])
})

test('without an event the edition stays the same', () => {
  const { bus } = openEvents()
  const before = bus.edition()
  bus.publish([])
  expect(bus.edition()).toBe(before)
})

test('after a restart no earlier edition is valid', () => {
  expect(openEvents().bus.edition()).not.toBe(openEvents().bus.edition())
})
