import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readUnsavedDraft, discardAllUnsavedDrafts, writeUnsavedDraft } from '#app/admin/forms/unsaved-drafts.ts'
import {
  findUnsavedTextsInTab,
  findUnsavedTexts,
  listUnsavedTextNames,
  storeUnsavedTexts,
  type DraftKey,
} from './unsaved-texts.ts'

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
  for (const userId of ['ann', 'ben', 'an'])
    for (const name of listUnsavedTextNames(userId, '')) storeUnsavedTexts({ userId, name }, null)
  vi.unstubAllGlobals()
})

test('each account and text has its own unsaved draft', () => {
  storeUnsavedTexts(draftKey, draft)
  expect(findUnsavedTexts(draftKey)).toEqual(draft)
  for (const other of [{ userId: 'ben' }, { name: 'text/p2/name' }, { name: 'text/p1/details' }])
    expect(findUnsavedTexts({ ...draftKey, ...other })).toBeNull()
  storeUnsavedTexts({ ...draftKey, userId: 'ben' }, { name: { text: 'Boat House', version: 4 } })
  expect(findUnsavedTexts(draftKey)).toEqual(draft)
})

test('a later draft replaces an earlier one, and null discards it, both in the tab and on the device', () => {
  storeUnsavedTexts(draftKey, draft)
  storeUnsavedTexts(draftKey, { name: { text: 'Boat House', version: 3 } })
  expect(findUnsavedTexts(draftKey)?.['name']?.text).toBe('Boat House')
  expect(readUnsavedDraft('ann', draftKey.name)).toEqual({ name: { text: 'Boat House', version: 3 } })
  storeUnsavedTexts(draftKey, null)
  expect([findUnsavedTexts(draftKey), readUnsavedDraft('ann', draftKey.name)]).toEqual([null, null])
})

test('a draft that an earlier page load stored is found, unless it has another shape', () => {
  writeUnsavedDraft('ann', 'text/p1/details', draft)
  writeUnsavedDraft('ann', 'text/p2/details', { name: 'Water Tower' })
  expect(findUnsavedTexts({ userId: 'ann', name: 'text/p1/details' })).toEqual(draft)
  expect(findUnsavedTexts({ userId: 'ann', name: 'text/p2/details' })).toBeNull()
})

test('a log-out in another tab discards the stored drafts, but this tab keeps its own', () => {
  storeUnsavedTexts(draftKey, draft)
  for (const key of Object.keys(localStorage)) localStorage.removeItem(key)
  expect(readUnsavedDraft('ann', draftKey.name)).toBeNull()
  expect(findUnsavedTexts(draftKey)).toEqual(draft)
})

test('a log-out in this tab discards the texts of the account, but not those of another account', () => {
  storeUnsavedTexts(draftKey, draft)
  storeUnsavedTexts({ ...draftKey, userId: 'an' }, draft)
  discardAllUnsavedDrafts('ann')
  expect([findUnsavedTexts(draftKey), findUnsavedTextsInTab(draftKey.name, 'ann')]).toEqual([null, null])
  expect(listUnsavedTextNames('ann', '')).toEqual([])
  expect(findUnsavedTextsInTab(draftKey.name, 'an')).toEqual(draft)
})

test('a draft of this tab is found for its account and without a session, but not for another account', () => {
  const details: DraftKey = { userId: 'ann', name: 'text/p3/details' }
  expect(findUnsavedTextsInTab('text/p3/details', null)).toBeNull()
  storeUnsavedTexts(details, draft)
  expect(['ann', null, 'ben'].map((userId) => findUnsavedTextsInTab('text/p3/details', userId))).toEqual([
    draft,
    draft,
    null,
  ])
  expect(findUnsavedTextsInTab('text/p3/name', null)).toBeNull()
})

test('the list of drafts of a project includes those of this tab and those on the device', () => {
  storeUnsavedTexts(draftKey, draft)
  storeUnsavedTexts({ userId: 'ben', name: 'text/p1/details' }, draft)
  writeUnsavedDraft('ann', 'text/p1/details', draft)
  writeUnsavedDraft('ann', 'text/p10/details', draft)
  expect(listUnsavedTextNames('ann', 'text/p1/')).toEqual(['text/p1/details', 'text/p1/name'])
})
