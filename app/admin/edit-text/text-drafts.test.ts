import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStoredDraft, discardStoredDrafts, writeStoredDraft } from '#app/admin/forms/stored-drafts.ts'
import { findDraftOfTab, findTextDraft, listTextDrafts, storeTextDraft, type DraftKey } from './text-drafts.ts'

const draftKey: DraftKey = { userId: 'ann', name: 'text/p1/name' }
const draft = { name: { text: 'Water Tower', version: 3 } }

beforeEach(() => {
  const storage: Record<string, string> = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => void (storage[key] = value),
    removeItem: (key: string) => void delete storage[key],
  })
  vi.stubGlobal('localStorage', storage)
})

afterEach(() => {
  for (const userId of ['ann', 'ben'])
    for (const name of listTextDrafts(userId, '')) storeTextDraft({ userId, name }, null)
  vi.unstubAllGlobals()
})

test('each account and text has its own unsaved draft', () => {
  storeTextDraft(draftKey, draft)
  expect(findTextDraft(draftKey)).toEqual(draft)
  for (const other of [{ userId: 'ben' }, { name: 'text/p2/name' }, { name: 'text/p1/details' }])
    expect(findTextDraft({ ...draftKey, ...other })).toBeNull()
  storeTextDraft({ ...draftKey, userId: 'ben' }, { name: { text: 'Boat House', version: 4 } })
  expect(findTextDraft(draftKey)).toEqual(draft)
})

test('a later draft replaces an earlier one, and null discards it, both in the tab and on the device', () => {
  storeTextDraft(draftKey, draft)
  storeTextDraft(draftKey, { name: { text: 'Boat House', version: 3 } })
  expect(findTextDraft(draftKey)?.['name']?.text).toBe('Boat House')
  expect(readStoredDraft('ann', draftKey.name)).toEqual({ name: { text: 'Boat House', version: 3 } })
  storeTextDraft(draftKey, null)
  expect([findTextDraft(draftKey), readStoredDraft('ann', draftKey.name)]).toEqual([null, null])
})

test('a draft that an earlier page load stored is found, unless it has another shape', () => {
  writeStoredDraft('ann', 'text/p1/details', draft)
  writeStoredDraft('ann', 'text/p2/details', { name: 'Water Tower' })
  expect(findTextDraft({ userId: 'ann', name: 'text/p1/details' })).toEqual(draft)
  expect(findTextDraft({ userId: 'ann', name: 'text/p2/details' })).toBeNull()
})

test('a log-out in another tab discards the stored drafts, but this tab keeps its own', () => {
  storeTextDraft(draftKey, draft)
  discardStoredDrafts('ann')
  expect(findTextDraft(draftKey)).toEqual(draft)
})

test('a draft of this tab is found for its account and without a session, but not for another account', () => {
  const details: DraftKey = { userId: 'ann', name: 'text/p3/details' }
  expect(findDraftOfTab('text/p3/details', null)).toBeNull()
  storeTextDraft(details, draft)
  expect(['ann', null, 'ben'].map((userId) => findDraftOfTab('text/p3/details', userId))).toEqual([draft, draft, null])
  expect(findDraftOfTab('text/p3/name', null)).toBeNull()
})

test('the list of drafts of a project includes those of this tab and those on the device', () => {
  storeTextDraft(draftKey, draft)
  storeTextDraft({ userId: 'ben', name: 'text/p1/details' }, draft)
  writeStoredDraft('ann', 'text/p1/details', draft)
  writeStoredDraft('ann', 'text/p10/details', draft)
  expect(listTextDrafts('ann', 'text/p1/')).toEqual(['text/p1/details', 'text/p1/name'])
})
