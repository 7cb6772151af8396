import { expect, test } from 'vitest'
import { countLostProcesses } from './lost-processes.ts'
import { ProcessLost } from './process-pool.ts'

const failure = new ProcessLost('the process ended: SIGABRT', false)
const kill = new ProcessLost('the process ended: SIGKILL', true)

test('a file is the reason after three failures or twelve kills in a row', () => {
  const lost = countLostProcesses()
  const count = (path: string, error: ProcessLost, times: number) =>
    Array.from({ length: times }, () => lost.isRepeated(path, error))
  expect(count('bomb', failure, 3)).toEqual([false, false, true])
  expect(count('kills', kill, 12)).toEqual([...Array.from({ length: 11 }, () => false), true])
  expect(count('good', failure, 2)).toEqual([false, false])
  lost.forget('good')
  expect(count('good', failure, 2)).toEqual([false, false])
})
