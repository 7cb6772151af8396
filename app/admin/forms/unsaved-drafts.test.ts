import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  expireUnsavedDrafts,
  listUnsavedDraftNames,
  readUnsavedDraft,
  discardUnsavedDraft,
  discardAllUnsavedDrafts,
  writeUnsavedDraft,
} from './unsaved-drafts.ts'

const dayMs = 24 * 60 * 60_000
let storage: Record<string, string>

beforeEach(() => {
  // As in a browser, entries are own properties of the object.
  storage = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => void (storage[key] = value),
    removeItem: (key: string) => void delete storage[key],
  })
  vi.stubGlobal('localStorage', storage)
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterEach(() => {
  for (const userId of ['ann', 'ben', 'an']) discardAllUnsavedDrafts(userId)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a draft is stored under its account and name', () => {
  writeUnsavedDraft('ann', 'create', { name: 'Water Tower' })
  expect(readUnsavedDraft('ann', 'create')).toEqual({ name: 'Water Tower' })
  expect([readUnsavedDraft('ben', 'create'), readUnsavedDraft('ann', 'other')]).toEqual([null, null])
  writeUnsavedDraft('ann', 'create', { name: 'Boat House' })
  expect(readUnsavedDraft('ann', 'create')).toEqual({ name: 'Boat House' })
  expect(Object.keys(storage)).toEqual(['enfilade-draft/ann/create'])
})

test('one draft can be discarded, or all drafts of an account', () => {
  for (const [userId, name] of [
    ['ann', 'p1/name'],
    ['ann', 'p1/details'],
    ['an', 'p1/name'],
    ['ben', 'p1/name'],
  ] as const) {
    writeUnsavedDraft(userId, name, 'typed')
  }
  expect(listUnsavedDraftNames('ann')).toEqual(['p1/name', 'p1/details'])
  discardUnsavedDraft('ann', 'p1/name')
  expect([readUnsavedDraft('ann', 'p1/name'), readUnsavedDraft('ann', 'p1/details')]).toEqual([null, 'typed'])
  discardAllUnsavedDrafts('ann')
  expect(readUnsavedDraft('ann', 'p1/details')).toBeNull()
  expect([readUnsavedDraft('an', 'p1/name'), readUnsavedDraft('ben', 'p1/name')]).toEqual(['typed', 'typed'])
})

test('a draft expires 30 days after it was last changed', () => {
  writeUnsavedDraft('ann', 'old', 'typed')
  vi.setSystemTime(Date.now() + 20 * dayMs)
  writeUnsavedDraft('ben', 'recent', 'typed')
  storage['another'] = 'not a draft'
  vi.setSystemTime(Date.now() + 10 * dayMs)
  expect([readUnsavedDraft('ann', 'old'), readUnsavedDraft('ben', 'recent')]).toEqual([null, 'typed'])
  expect([listUnsavedDraftNames('ann'), listUnsavedDraftNames('ben')]).toEqual([[], ['recent']])
  expireUnsavedDrafts()
  expect(Object.keys(storage)).toEqual(['enfilade-draft/ben/recent', 'another'])
})

test('when storage is full, the draft lasts as long as the tab', () => {
  writeUnsavedDraft('ann', 'create', 'stored')
  storage['setItem'] = (() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }) as never
  writeUnsavedDraft('ann', 'create', 'longer')
  expect([readUnsavedDraft('ann', 'create'), listUnsavedDraftNames('ann')]).toEqual(['longer', ['create']])
  discardAllUnsavedDrafts('ann')
  expect(readUnsavedDraft('ann', 'create')).toBeNull()
})

test('without storage, drafts last as long as the tab', () => {
  vi.stubGlobal('localStorage', undefined)
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
  writeUnsavedDraft('ann', 'create', 'typed')
  expect(readUnsavedDraft('ann', 'create')).toBe('typed')
  expireUnsavedDrafts()
  discardUnsavedDraft('ann', 'create')
  expect(readUnsavedDraft('ann', 'create')).toBeNull()
})
