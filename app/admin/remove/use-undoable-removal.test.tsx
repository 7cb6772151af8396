import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { done, type Result } from '#portfolio/result.ts'
import { useUndoableRemoval } from './use-undoable-removal.tsx'

/** The removal of one rendering: state changes have no effect. */
function openRemoval(remove: (id: string) => Promise<Result>) {
  const opened: ReturnType<typeof useUndoableRemoval>[] = []
  function Container() {
    const removal = useUndoableRemoval({ container: { current: null }, remove, restore: async () => done() })
    opened.push(removal)
    return removal.message
  }
  renderToStaticMarkup(<Container />)
  const [removal] = opened
  if (!removal) throw new Error('Nothing was rendered.')
  return removal
}

test('a double click removes an item once', async () => {
  const remove = vi.fn(async () => done())
  const removal = openRemoval(remove)
  await Promise.all([removal.remove('a', 'Value 1', 0), removal.remove('a', 'Value 1', 0)])
  expect(remove).toHaveBeenCalledTimes(1)
  await removal.remove('b', 'Value 1', 0)
  expect(remove).toHaveBeenCalledTimes(2)
})
