import { expect, test, vi } from 'vitest'
import { done, refused, type Result } from '#portfolio/result.ts'
import { savePendingAltText } from './pending-alt-text.ts'
import { createUploadQueue } from './upload-queue.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })

/** A queue with one photo that was attached while its alt text was being edited. */
function createAttachedItem(alt: string, savedAlt: string) {
  const queue = createUploadQueue('/projects/p', async () => null)
  queue.add([new File(['x'], 'a.jpg', { type: 'image/jpeg' })])
  const key = queue.items()[0]?.key ?? ''
  queue.update(key, { alt, savedAlt, stage: 'attached', photoId: 'photo' })
  const submit = vi.fn(async (_: Record<string, string>): Promise<Result<unknown>> => done())
  return { queue, key, submit, save: () => savePendingAltText(queue, key, submit) }
}

test('a changed alt text is saved, and the item leaves the queue', async () => {
  const { queue, submit, save } = createAttachedItem('A new  text', ' An  old text ')
  await save()
  expect(submit.mock.calls).toEqual([
    [{ intent: 'set-alt-text', photoId: 'photo', alt: 'A new  text', baseText: 'An old text' }],
  ])
  expect(queue.items()).toEqual([])
})

test('an unchanged alt text is not sent', async () => {
  const { queue, submit, save } = createAttachedItem('Same', 'Same')
  await save()
  expect(submit).not.toHaveBeenCalled()
  expect(queue.items()).toEqual([])
})

test('after a refusal, the item keeps the reason, and the next attempt is based on the saved text', async () => {
  const { queue, key, submit, save } = createAttachedItem('Mine', 'Old')
  submit.mockResolvedValueOnce(refused('newer', 'It was changed.', { conflict: { yours: 'Mine', theirs: 'Theirs' } }))
  await save()
  expect(queue.find(key)).toMatchObject({ alt: 'Mine', problem: 'The alternative text was not saved. It was changed.' })
  await save()
  expect(submit.mock.lastCall?.[0]).toMatchObject({ alt: 'Mine', baseText: 'Theirs' })
  expect(queue.items()).toEqual([])
})
