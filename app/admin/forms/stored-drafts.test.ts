import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  expireStoredDrafts,
  listStoredDrafts,
  readStoredDraft,
  discardStoredDraft,
  discardStoredDrafts,
  writeStoredDraft,
} from './stored-drafts.ts'

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
  for (const userId of ['ann', 'ben', 'an']) discardStoredDrafts(userId)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a draft is stored under its account and name', () => {
  writeStoredDraft('ann', 'create', { name: 'Water Tower' })
  expect(readStoredDraft('ann', 'create')).toEqual({ name: 'Water Tower' })
  expect([readStoredDraft('ben', 'create'), readStoredDraft('ann', 'other')]).toEqual([null, null])
  writeStoredDraft('ann', 'create', { name: 'Boat House' })
  expect(readStoredDraft('ann', 'create')).toEqual({ name: 'Boat House' })
  expect(Object.keys(storage)).toEqual(['enfilade-draft/ann/create'])
})

test('one draft can be discarded, or all drafts of an account', () => {
  for (const [userId, name] of [
    ['ann', 'p1/name'],
    ['ann', 'p1/details'],
    ['an', 'p1/name'],
    ['ben', 'p1/name'],
  ] as const) {
    writeStoredDraft(userId, name, 'typed')
  }
  expect(listStoredDrafts('ann')).toEqual(['p1/name', 'p1/details'])
  discardStoredDraft('ann', 'p1/name')
  expect([readStoredDraft('ann', 'p1/name'), readStoredDraft('ann', 'p1/details')]).toEqual([null, 'typed'])
  discardStoredDrafts('ann')
  expect(readStoredDraft('ann', 'p1/details')).toBeNull()
  expect([readStoredDraft('an', 'p1/name'), readStoredDraft('ben', 'p1/name')]).toEqual(['typed', 'typed'])
})

test('a draft expires 30 days after it was last changed', () => {
  writeStoredDraft('ann', 'old', 'typed')
  vi.setSystemTime(Date.now() + 20 * dayMs)
  writeStoredDraft('ben', 'recent', 'typed')
  storage['another'] = 'not a draft'
  vi.setSystemTime(Date.now() + 10 * dayMs)
  expect([readStoredDraft('ann', 'old'), readStoredDraft('ben', 'recent')]).toEqual([null, 'typed'])
  expect([listStoredDrafts('ann'), listStoredDrafts('ben')]).toEqual([[], ['recent']])
  expireStoredDrafts()
  expect(Object.keys(storage)).toEqual(['enfilade-draft/ben/recent', 'another'])
})

test('when storage is full, the draft lasts as long as the tab', () => {
  writeStoredDraft('ann', 'create', 'stored')
  storage['setItem'] = (() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }) as never
  writeStoredDraft('ann', 'create', 'longer')
  expect([readStoredDraft('ann', 'create'), listStoredDrafts('ann')]).toEqual(['longer', ['create']])
  discardStoredDrafts('ann')
  expect(readStoredDraft('ann', 'create')).toBeNull()
})

test('without storage, drafts last as long as the tab', () => {
  vi.stubGlobal('localStorage', undefined)
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
  writeStoredDraft('ann', 'create', 'typed')
  expect(readStoredDraft('ann', 'create')).toBe('typed')
  expireStoredDrafts()
  discardStoredDraft('ann', 'create')
  expect(readStoredDraft('ann', 'create')).toBeNull()
})
