import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { cleanFileName, storageKeys, type StorageName } from './storage-key.ts'

const firstKeys = (name: Partial<StorageName>, count = 1) =>
  storageKeys({ place: 'gallery', fileName: 'room.jpg', format: 'jpeg', projectId: null, ...name })
    .take(count)
    .toArray()

test('originals of a new project are stored under coverPhotos/ and images/', () => {
  expect(firstKeys({ place: 'cover' })).toEqual(['coverPhotos/room.jpg'])
  expect(firstKeys({ place: 'gallery' })).toEqual(['images/room.jpg'])
})

test('later originals are stored under coverPhotos/ and Images/, both with the project’s id', () => {
  expect(firstKeys({ place: 'cover', projectId: 'p1' })).toEqual(['coverPhotos/p1_room.jpg'])
  expect(firstKeys({ place: 'gallery', projectId: 'p1' })).toEqual(['Images/p1_room.jpg'])
})

test('originals of the studio are stored under studio/', () => {
  expect(firstKeys({ place: 'hero' })).toEqual(['studio/room.jpg'])
  expect(firstKeys({ place: 'portrait' })).toEqual(['studio/room.jpg'])
})

test('a key that is taken gets -2, -3, … before the extension', () => {
  expect(firstKeys({}, 4)).toEqual(['images/room.jpg', 'images/room-2.jpg', 'images/room-3.jpg', 'images/room-4.jpg'])
})

test.each([
  ['jpeg', 'jpg'],
  ['png', 'png'],
  ['webp', 'webp'],
] as const)('the extension is that of the decoded format: %s', (format, extension) => {
  expect(firstKeys({ fileName: 'room.final.GIF', format })).toEqual([`images/room.final.${extension}`])
})

test.each([
  '../../etc/passwd',
  '..\\..\\windows\\system.ini',
  '/etc/shadow',
  'C:\\boot.ini',
  '....//....//x.jpg',
  '..',
  '.',
  '..jpg',
  '/',
  '\\',
  '../',
  './.',
  '..%2f..%2fx.jpg',
  '%2e%2e%2fx.jpg',
  '..%5cx.jpg',
  '..\u2215x.jpg',
  '..\0/x.jpg',
  'a/../../b.jpg',
  '.\u200b./x.jpg',
  '\u202e../x.jpg',
])('no path escapes the folder: %j', (fileName) => {
  const name = cleanFileName(fileName)
  expect(name).toMatch(/^[^/\\%\0]+$/)
  expect(name).not.toMatch(/^\.|\.$/)
  expect(basename(name)).toBe(name)
})

test('control characters, direction marks and invisible characters are removed', () => {
  expect(cleanFileName('a\0b\u0007c\u202egpj\u200b\u2028d\u0085.jpg')).toBe('abcgpjd')
})

test('characters with a meaning in shells, URLs or Windows are removed', () => {
  expect(cleanFileName('a<b>c:"d|e?f*g#h&i%.jpg')).toBe('abcdefghi')
})

test.each([
  ['.htaccess', 'image'],
  ['.jpg', 'image'],
  ['', 'image'],
  ['\ud800', '\ufffd'],
  ['  two   words  .jpg', 'two words'],
  ['no-extension', 'no-extension'],
  ['living room 🛋️.jpg', 'living room 🛋️'],
  ['Ångström.JPEG', 'Ångström'],
])('%j becomes %j', (fileName, name) => expect(cleanFileName(fileName)).toBe(name))

test('composed and decomposed Unicode result in the same name', () => {
  expect(cleanFileName('cafe\u0301.jpg')).toBe(cleanFileName('caf\u00e9.jpg'))
})

test.each([
  ['255 bytes', 'x'.repeat(251)],
  ['80 CJK letters', '室'.repeat(80)],
  ['500 emoji', '🪑'.repeat(500)],
])('a name is cut to 80 bytes, between characters: %s', (_, stem) => {
  const name = cleanFileName(`${stem}.jpg`)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(80)
  expect(Buffer.byteLength(name)).toBeGreaterThan(76)
  expect(stem.startsWith(name)).toBe(true)
  expect(name.isWellFormed()).toBe(true)
})

test('a letter is not separated from its combining marks', () => {
  const marked = 'q\u0330\u0307'
  expect(cleanFileName(`${'x'.repeat(75)}${marked}.jpg`)).toBe(`${'x'.repeat(75)}${marked}`)
  expect(cleanFileName(`${'x'.repeat(77)}${marked}.jpg`)).toBe('x'.repeat(77))
})

test.each(['con.jpg', 'NUL.png', 'aux', 'COM1.webp', 'lpt9.x.jpg'])(
  'a Windows device name gets a prefix: %s',
  (fileName) => {
    expect(firstKeys({ fileName })[0]).toMatch(/^images\/_/)
  },
)

test.each(['contact.jpg', 'auxiliary.jpg', 'com10.jpg'])(
  'a name that only begins like a device name is unchanged: %s',
  (fileName) => {
    expect(firstKeys({ fileName })).toEqual([`images/${fileName}`])
  },
)
