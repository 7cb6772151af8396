import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { done, type Result } from '#portfolio/result.ts'
import { useUndoableRemoval } from './use-undoable-removal.tsx'

/** Returns what the hook returns in a component that is rendered once: state changes have no effect. */
function renderRemoval(remove: (id: string) => Promise<Result>) {
  const renders: ReturnType<typeof useUndoableRemoval>[] = []
  function Container() {
    const removal = useUndoableRemoval({ container: { current: null }, remove, restore: async () => done() })
    renders.push(removal)
    return removal.message
  }
  renderToStaticMarkup(<Container />)
  const [removal] = renders
  if (!removal) throw new Error('Nothing was rendered.')
  return removal
}

test('a double click removes an item once', async () => {
  const remove = vi.fn(async () => done())
  const removal = renderRemoval(remove)
  await Promise.all([removal.remove('a', 'Value 1', 0), removal.remove('a', 'Value 1', 0)])
  expect(remove).toHaveBeenCalledTimes(1)
  await removal.remove('b', 'Value 1', 0)
  expect(remove).toHaveBeenCalledTimes(2)
})
