import { expect, test } from 'vitest'
import { compareNames, isSystemFile, isTextFile, joinTexts } from './plain-folder.ts'

test('texts are decoded from UTF-8, UTF-16 and Windows-1252, without a byte order mark', () => {
  const texts = [
    Buffer.from('\ufeffcafé', 'utf8'),
    Buffer.from('\ufeffcafé', 'utf16le'),
    Buffer.from('\ufeffcafé', 'utf16le').swap16(),
    Buffer.from('caf\xe9 \x93x\x94', 'latin1'),
  ]
  expect(joinTexts(texts)).toBe('café\n\ncafé\n\ncafé\n\ncafé “x”')
  expect(joinTexts([])).toBe('')
})

test('names are compared by the numbers in them, and system files are recognised', () => {
  expect(['10.jpg', '9.jpg', 'a.jpg', 'B.jpg', '09.jpg'].toSorted(compareNames)).toEqual([
    '09.jpg',
    '9.jpg',
    '10.jpg',
    'a.jpg',
    'B.jpg',
  ])
  expect(['.DS_Store', '._1.jpg', 'Thumbs.db', '1.jpg', 'a.txt'].filter(isSystemFile)).toHaveLength(3)
  expect(['a.TXT', 'b.md', 'c.pdf', 'txt'].filter(isTextFile)).toEqual(['a.TXT', 'b.md'])
})
