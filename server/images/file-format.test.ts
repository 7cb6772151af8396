import { expect, test } from 'vitest'
import { formatOf } from './file-format.ts'

function fileType(major: string, ...others: string[]): Buffer {
  const length = Buffer.from([0, 0, 0, 16 + 4 * others.length])
  return Buffer.concat([length, Buffer.from(['ftyp', major, '\0\0\0\0', ...others].join(''), 'latin1')])
}

test('HEIC and AVIF are recognised by their brands, other files with an `ftyp` box are not', () => {
  expect(formatOf(fileType('heic', 'mif1'))).toBe('heic')
  expect(formatOf(fileType('mif1', 'miaf', 'heix'))).toBe('heic')
  expect(formatOf(fileType('avif', 'mif1', 'miaf'))).toBe('avif')
  expect(formatOf(fileType('mif1', 'avif'))).toBe('avif')
  expect(formatOf(fileType('isom', 'mp42'))).toBe(null)
  expect(formatOf(Buffer.from('ftypheic'))).toBe(null)
  expect(formatOf(Buffer.alloc(0))).toBe(null)
})

test.each([
  ['CR2', 'II*\0\x10\0\0\0CR'],
  ['big-endian NEF or TIFF', 'MM\0*\0\0\0\b'],
  ['ORF', 'IIRO\b\0\0\0'],
  ['RW2', 'IIU\0\x18\0\0\0'],
  ['RAF', 'FUJIFILMCCD-RAW 0201'],
  ['MRW', '\0MRM'],
  ['X3F', 'FOVb'],
])('%s is recognised as RAW', (_, beginning) => {
  expect(formatOf(Buffer.from(beginning, 'latin1'))).toBe('raw')
})

test('CR3 is recognised as RAW', () => {
  expect(formatOf(fileType('crx ', 'crx ', 'isom'))).toBe('raw')
})
