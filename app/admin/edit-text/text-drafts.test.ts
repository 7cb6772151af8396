import { expect, test } from 'vitest'
import { findTextDraft, hasTextDraft, storeTextDraft, type DraftKey } from './text-drafts.ts'

const draftKey: DraftKey = { userId: 'ann', projectId: 'p1', field: 'name' }
const draft = { text: 'Water Tower', version: 3 }

test('each account, project and field has its own draft', () => {
  storeTextDraft(draftKey, draft)
  expect(findTextDraft(draftKey)).toEqual(draft)
  for (const other of [{ userId: 'ben' }, { projectId: 'p2' }, { field: 'details' }] as const) {
    expect(findTextDraft({ ...draftKey, ...other })).toBeNull()
  }
  storeTextDraft({ ...draftKey, userId: 'ben' }, { text: 'Boat House', version: 4 })
  expect(findTextDraft(draftKey)).toEqual(draft)
})

test('a later draft replaces an earlier one, and null discards it', () => {
  storeTextDraft(draftKey, draft)
  storeTextDraft(draftKey, { text: 'Boat House', version: 3 })
  expect(findTextDraft(draftKey)?.text).toBe('Boat House')
  storeTextDraft(draftKey, null)
  expect(findTextDraft(draftKey)).toBeNull()
})

test('hasTextDraft finds a draft in this tab whichever account wrote it', () => {
  const details: DraftKey = { userId: 'ann', projectId: 'p3', field: 'details' }
  expect(hasTextDraft('p3', 'details')).toBe(false)
  storeTextDraft(details, draft)
  expect([hasTextDraft('p3', 'details'), hasTextDraft('p3', 'name')]).toEqual([true, false])
  storeTextDraft(details, null)
  expect(hasTextDraft('p3', 'details')).toBe(false)
})
