import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => vi.unstubAllGlobals())

test('the text is copied', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  expect(await copyText('a text')).toBe(true)
  expect(writeText).toHaveBeenCalledWith('a text')
})

test('a denied permission is reported, and so is an insecure context, which has no clipboard', async () => {
  vi.stubGlobal('navigator', {
    clipboard: { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) },
  })
  expect(await copyText('a text')).toBe(false)
  vi.stubGlobal('navigator', {})
  expect(await copyText('a text')).toBe(false)
})
