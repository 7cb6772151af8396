import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createUploadQueue } from '#app/admin/uploads/upload-queue.ts'
import { useStoredFolders } from './use-stored-folders.ts'

test('a forgotten folder gets another request id, and the other folders continue their drafts', () => {
  const queue = createUploadQueue('folders', async () => null)
  const opened: ReturnType<typeof useStoredFolders>[] = []
  function List() {
    opened.push(useStoredFolders(queue, 'ann'))
    return null
  }
  renderToStaticMarkup(<List />)
  const [folders] = opened
  if (!folders) throw new Error('Nothing was rendered.')
  const missing = ['Kiln/a.jpg', 'Kiln House/a.jpg'].map((name) => ({ name, size: 1, alt: '' }))
  queue.setMissing(missing)
  const before = ['Kiln', 'Kiln House'].map(folders.requestIdOf)
  folders.forget('Kiln')
  expect(folders.requestIdOf('Kiln')).not.toBe(before[0])
  expect(folders.requestIdOf('Kiln')).toBe(folders.requestIdOf('Kiln'))
  expect(folders.requestIdOf('Kiln House')).toBe(before[1])
  expect(queue.missing()).toEqual(missing.slice(1))
})
