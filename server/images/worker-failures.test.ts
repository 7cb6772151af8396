import { expect, test } from 'vitest'
import { openFailureCounter } from './worker-failures.ts'
import { WorkerFailed } from './process-pool.ts'

const failure = new WorkerFailed('the process ended: SIGABRT', false)
const kill = new WorkerFailed('the process ended: SIGKILL', true)

test('a file counts as the cause after three failures or twelve kills in a row', () => {
  const failures = openFailureCounter()
  const count = (path: string, error: WorkerFailed, times: number) =>
    Array.from({ length: times }, () => failures.countFailure(path, error))
  expect(count('bomb', failure, 3)).toEqual([false, false, true])
  expect(count('kills', kill, 12)).toEqual([...Array.from({ length: 11 }, () => false), true])
  expect(count('good', failure, 2)).toEqual([false, false])
  failures.forget('good')
  expect(count('good', failure, 2)).toEqual([false, false])
})
