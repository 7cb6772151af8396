import { expect, test } from 'vitest'
import type { Change } from '#portfolio/changes.ts'
import { openChannel } from './in-process.ts'

const work: Change = { about: 'work' }
const studio: Change = { about: 'studio' }

test('everybody who listens hears every change, in order, each with an edition of its own', () => {
  const channel = openChannel()
  const heard: [Change, string][] = []
  channel.subscribe((change, edition) => heard.push([change, edition]))
  const before = channel.edition()
  channel.publish([work, studio])
  expect(heard.map(([change]) => change)).toEqual([work, studio])
  expect(new Set([before, ...heard.map(([, edition]) => edition)]).size).toBe(3)
  expect(heard.at(-1)?.[1]).toBe(channel.edition())
})

test('who has stopped listening hears nothing more', () => {
  const channel = openChannel()
  const heard: Change[] = []
  const stop = channel.subscribe((change) => heard.push(change))
  channel.publish([work])
  stop()
  stop()
  channel.publish([work])
  expect(heard).toEqual([work])
})

test('who stops while being told does not keep the others from hearing', () => {
  const channel = openChannel()
  const heard: string[] = []
  const stop = channel.subscribe(() => {
    heard.push('first')
    stop()
  })
  channel.subscribe(() => heard.push('second'))
  channel.publish([work, work])
  expect(heard).toEqual(['first', 'second', 'second'])
})

test('nothing changed, no new edition', () => {
  const channel = openChannel()
  const before = channel.edition()
  channel.publish([])
  expect(channel.edition()).toBe(before)
})

test('after a restart no old edition counts', () => {
  expect(openChannel().edition()).not.toBe(openChannel().edition())
})
