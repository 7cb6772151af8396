import { beforeEach, expect, test, vi } from 'vitest'
import { readUnsavedDraft, discardAllUnsavedDrafts, writeUnsavedDraft } from '#app/admin/forms/unsaved-drafts.ts'
import { createUploadQueue } from '#app/admin/uploads/upload-queue.ts'
import { createProjectDraft } from './project-draft.ts'

const typed = { name: 'Water Tower', details: 'A house in a water tower.' }

beforeEach(() => {
  const full = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: () => {} })
  return () => {
    discardAllUnsavedDrafts('ann')
    vi.unstubAllGlobals()
  }
})

let queueCount = 0

function openDraft() {
  const cover = createUploadQueue(`/create ${++queueCount} cover`, async () => null)
  const images = createUploadQueue(`/create ${queueCount}`, async () => null)
  const continueRequest = vi.fn()
  const draft = createProjectDraft('ann', {
    cover,
    images,
    submission: { requestId: () => 'request-1', continueRequest },
  })
  cover.subscribe(draft.store)
  images.subscribe(draft.store)
  return { draft, cover, images, continueRequest }
}

test('an unsaved draft restores texts, alt texts, file names and the request id', () => {
  const { draft, cover, images } = openDraft()
  expect(draft.open('create/1')).toBeNull()
  draft.setTexts(typed)
  cover.add([new File(['cover'], 'c.jpg', { type: 'image/jpeg' })])
  images.add([new File(['image'], 'a.jpg', { type: 'image/jpeg' })])
  images.update(images.items()[0]?.key ?? '', { alt: 'The stairs.' })

  const reloaded = openDraft()
  expect(reloaded.draft.open('create/1')).toEqual(typed)
  expect(reloaded.continueRequest).toHaveBeenCalledExactlyOnceWith('request-1')
  expect(reloaded.cover.missing()).toEqual([{ name: 'c.jpg', size: 5, alt: '' }])
  expect(reloaded.images.missing()).toEqual([{ name: 'a.jpg', size: 5, alt: 'The stairs.' }])
})

test('texts typed before the draft is opened are kept', () => {
  writeUnsavedDraft('ann', 'create/1', { ...typed, requestId: null, cover: [], images: 'not a list' })
  const { draft, images, continueRequest } = openDraft()
  draft.setTexts({ name: 'Boat House', details: '' })
  expect(draft.open('create/1')).toEqual({ name: 'Boat House', details: typed.details })
  expect(continueRequest).not.toHaveBeenCalled()
  expect(images.missing()).toEqual([])
})

test('an empty form has no stored draft', () => {
  const { draft } = openDraft()
  draft.open('create/1')
  draft.setTexts(typed)
  expect(readUnsavedDraft('ann', 'create/1')).toMatchObject(typed)
  draft.setTexts({ name: '', details: '' })
  expect([readUnsavedDraft('ann', 'create/1'), draft.isEmpty()]).toEqual([null, true])
})

test('a draft that another tab discarded at log-out is stored again after the next log-in', () => {
  const { draft } = openDraft()
  draft.open('create/1')
  draft.setTexts(typed)
  discardAllUnsavedDrafts('ann')
  draft.storeAgain()
  expect(readUnsavedDraft('ann', 'create/1')).toMatchObject(typed)
})
