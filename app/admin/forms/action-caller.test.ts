import { expect, test } from 'vitest'
import { done, refused } from '#portfolio/result.ts'
import { createActionCaller } from './action-caller.ts'

/** A caller with a fake fetcher that the test controls. */
function createTestCaller() {
  const caller = createActionCaller<string>()
  const posted: string[] = []
  const finish: (() => void)[] = []
  const call = (name: string) =>
    caller.submit(() => {
      posted.push(name)
      return new Promise<void>((resolve) => finish.push(resolve))
    })
  return { caller, posted, finish, call }
}

test('a call resolves with the result of its action', async () => {
  const { caller, posted, call } = createTestCaller()
  const result = call('one')
  expect([posted, caller.isSubmitting()]).toEqual([['one'], true])
  caller.receive('idle', done('1'))
  expect(await result).toEqual(done('1'))
  expect(caller.isSubmitting()).toBe(false)
})

test('calls run one at a time, and each resolves with its own result', async () => {
  const { caller, posted, call } = createTestCaller()
  const results = Promise.all([call('one'), call('two'), call('three')])
  expect(posted).toEqual(['one'])
  caller.receive('idle', done('1'))
  expect([posted, caller.isSubmitting()]).toEqual([['one', 'two'], true])
  caller.receive('submitting', refused('unknown', 'gone'))
  expect(posted).toEqual(['one', 'two', 'three'])
  caller.receive('idle', done('3'))
  expect(await results).toEqual([done('1'), refused('unknown', 'gone'), done('3')])
})

test('a call resolves after revalidation if it succeeded, immediately if it was refused', async () => {
  const { caller, posted, call } = createTestCaller()
  const first = call('one')
  const second = call('two')
  const data = done('1')
  caller.receive('loading', data)
  expect(posted).toEqual(['one'])
  caller.receive('idle', data)
  expect(await first).toEqual(data)
  caller.receive('loading', refused('newer', 'changed meanwhile'))
  expect(await second).toEqual(refused('newer', 'changed meanwhile'))
})

test('a call does not resolve with the data of an earlier one', async () => {
  const { caller, call } = createTestCaller()
  const data = done('1')
  const first = call('one')
  caller.receive('idle', data)
  await first
  const second = call('two')
  caller.receive('submitting', data)
  caller.receive('idle', data)
  expect(caller.isSubmitting()).toBe(true)
  caller.receive('idle', done('2'))
  expect(await second).toEqual(done('2'))
})

test('calls that are queued when the component unmounts are still posted, one at a time', async () => {
  const { caller, posted, finish, call } = createTestCaller()
  const unmount = caller.mount()
  void call('one')
  void call('two')
  unmount()
  void call('three')
  await Promise.resolve()
  expect(posted).toEqual(['one'])
  finish[0]?.()
  await expect.poll(() => posted).toEqual(['one', 'two'])
  finish[1]?.()
  await expect.poll(() => posted).toEqual(['one', 'two', 'three'])
})

test('a caller that is unmounted and mounted again still delivers results', async () => {
  const { caller, call } = createTestCaller()
  caller.mount()()
  caller.mount()
  const result = call('one')
  caller.receive('idle', done('1'))
  expect(await result).toEqual(done('1'))
})
