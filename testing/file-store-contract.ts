import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FilesFailed, type Files } from '#portfolio/parts.ts'
import { temporaryFolder } from './each-database.ts'

/** Opens an empty store; it is gone when the test has finished. */
type Open = () => Promise<Files>

/** What every file store must do, whatever it is made of. */
export function keepsTheFileStoreContract(open: Open): void {
  keeps(open)
  keepsAgainstOthers(open)
  writes(open)
  finds(open)
  removes(open)
  lists(open)
}

async function source(content: string | Uint8Array): Promise<string> {
  const path = join(await temporaryFolder(), 'arrived')
  await writeFile(path, content)
  return path
}

async function read(files: Files, key: string): Promise<string | null> {
  const found = await files.find(key)
  if (!found) return null
  const text = await readFile(found.path, 'utf8')
  expect(found.size).toBe(Buffer.byteLength(text))
  return text
}

const numbered = function* (stem: string) {
  yield `${stem}.jpg`
  for (let copy = 2; ; copy++) yield `${stem}-${copy}.jpg`
}

function keeps(open: Open): void {
  test('what is kept is found whole under the key that was said, and the source stays', async () => {
    const files = await open()
    const path = await source('picture')
    expect(await files.keep(path, ['images/a.jpg'])).toBe('images/a.jpg')
    expect(await read(files, 'images/a.jpg')).toBe('picture')
    expect(await readFile(path, 'utf8')).toBe('picture')
  })

  test('a large file is kept byte by byte', async () => {
    const files = await open()
    const bytes = Buffer.alloc(5_000_003, 'enfilade')
    await files.keep(await source(bytes), ['images/large.jpg'])
    expect(bytes.equals(await readFile((await files.find('images/large.jpg'))?.path ?? ''))).toBe(true)
  })

  test('names of every script are kept apart', async () => {
    const files = await open()
    const keys = [
      'images/室内.jpg',
      'images/café 🛋️.jpg',
      'images/a b.jpg',
      'images/a_b.jpg',
      'images/a.b.jpg',
      `images/${'室'.repeat(26)}.jpg`,
    ]
    for (const key of keys) await files.keep(await source(key), [key])
    for (const key of keys) expect(await read(files, key)).toBe(key)
  })
}

function keepsAgainstOthers(open: Open): void {
  test('nothing is overwritten: the first free key is taken', async () => {
    const files = await open()
    for (const text of ['one', 'two', 'three']) await files.keep(await source(text), numbered('images/a'))
    expect(await read(files, 'images/a.jpg')).toBe('one')
    expect(await read(files, 'images/a-2.jpg')).toBe('two')
    expect(await read(files, 'images/a-3.jpg')).toBe('three')
  })

  test('a key that has become free is taken again', async () => {
    const files = await open()
    for (const text of ['one', 'two']) await files.keep(await source(text), numbered('images/a'))
    await files.remove('images/a.jpg')
    expect(await files.keep(await source('three'), numbered('images/a'))).toBe('images/a.jpg')
  })

  test('twenty at once get twenty keys', async () => {
    const files = await open()
    const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`)
    const keys = await Promise.all(texts.map(async (text) => files.keep(await source(text), numbered('images/a'))))
    expect(new Set(keys).size).toBe(20)
    for (const [n, key] of keys.entries()) expect(await read(files, key)).toBe(texts[n])
  })

  test('when no key is free, nothing is kept', async () => {
    const files = await open()
    await files.keep(await source('one'), ['images/a.jpg'])
    await expect(files.keep(await source('two'), ['images/a.jpg'])).rejects.toThrow()
    expect(await read(files, 'images/a.jpg')).toBe('one')
  })

  test('a source that is not there fails, and leaves its key free', async () => {
    const files = await open()
    await expect(files.keep('/nowhere/at/all', ['images/a.jpg'])).rejects.toBeInstanceOf(FilesFailed)
    expect(await files.find('images/a.jpg')).toBeNull()
    expect(await files.keep(await source('one'), ['images/a.jpg'])).toBe('images/a.jpg')
  })
}

function writes(open: Open): void {
  test('what is written replaces what was there', async () => {
    const files = await open()
    await files.write('derivatives/1/v1/480.webp', Buffer.from('a long first attempt'))
    await files.write('derivatives/1/v1/480.webp', Buffer.from('second'))
    expect(await read(files, 'derivatives/1/v1/480.webp')).toBe('second')
    await files.write('derivatives/1/v1/480.webp', new Uint8Array())
    expect(await read(files, 'derivatives/1/v1/480.webp')).toBe('')
  })

  test('written by many at once, it is one of theirs, whole', async () => {
    const files = await open()
    const texts = Array.from({ length: 10 }, (_, n) => String(n).repeat(100_000))
    await Promise.all(texts.map((text) => files.write('health/beat', Buffer.from(text))))
    expect(texts).toContain(await read(files, 'health/beat'))
  })
}

function finds(open: Open): void {
  test('what is not there is not found', async () => {
    const files = await open()
    await files.keep(await source('one'), ['images/a.jpg'])
    for (const key of [
      'images/b.jpg',
      'other/a.jpg',
      'images',
      'images/',
      'images/a.jpg/b',
      'images/a',
      'IMAGES/b.jpg',
    ]) {
      expect(await files.find(key)).toBeNull()
    }
  })

  test.each(['../secret', 'a/../../secret', '/etc/passwd', '..', '../', '', '.', './', 'a/..', 'images/../../secret'])(
    'a key that leads out of the store is refused by everything: %j',
    async (key) => {
      const files = await open()
      const path = await source('one')
      await expect(files.find(key)).rejects.toThrow()
      await expect(files.keep(path, [key])).rejects.toThrow()
      await expect(files.write(key, Buffer.from('one'))).rejects.toThrow()
      await expect(files.remove(key)).rejects.toThrow()
      expect(await readFile(path, 'utf8')).toBe('one')
    },
  )
}

function removes(open: Open): void {
  test('one file is removed; what is not there may be removed', async () => {
    const files = await open()
    for (const key of ['images/a.jpg', 'images/a.jpg.jpg']) await files.keep(await source(key), [key])
    await files.remove('images/a.jpg')
    await files.remove('images/a.jpg')
    await files.remove('never/was.jpg')
    expect(await files.find('images/a.jpg')).toBeNull()
    expect(await read(files, 'images/a.jpg.jpg')).toBe('images/a.jpg.jpg')
  })

  test('a prefix is removed with all below it, and nothing that only begins like it', async () => {
    const files = await open()
    const keys = [
      'derivatives/1/v1/480.webp',
      'derivatives/1/v2/800.avif',
      'derivatives/10/v1/480.webp',
      'derivatives/1_/v1/480.webp',
    ]
    for (const key of keys) await files.write(key, Buffer.from(key))
    await files.remove('derivatives/1/')
    await files.remove('derivatives/2/')
    expect(await Promise.all(keys.map((key) => read(files, key)))).toEqual([null, null, keys[2], keys[3]])
  })

  test('sweeping drafts takes nothing that was kept or written', async () => {
    const files = await open()
    await files.keep(await source('one'), ['images/a.jpg'])
    await files.write('derivatives/1/v1/480.webp', Buffer.from('two'))
    await files.sweepDrafts(new Date(Date.now() + 60_000))
    expect(await read(files, 'images/a.jpg')).toBe('one')
    expect(await read(files, 'derivatives/1/v1/480.webp')).toBe('two')
  })
}

function lists(open: Open): void {
  const all = async (files: Files) => {
    const keys: string[] = []
    for await (const key of files.list()) keys.push(key)
    return keys.sort()
  }

  test('the keys of all files are listed, whatever made them; no draft is among them', async () => {
    const files = await open()
    expect(await all(files)).toEqual([])
    await files.keep(await source('one'), ['images/室内 🛋️.jpg'])
    await files.write('derivatives/1/v2/480.webp', Buffer.from('two'))
    await files.write('health/beat', Buffer.from('three'))
    expect(await all(files)).toEqual(['derivatives/1/v2/480.webp', 'health/beat', 'images/室内 🛋️.jpg'])
    await files.remove('derivatives/1/')
    expect(await all(files)).toEqual(['health/beat', 'images/室内 🛋️.jpg'])
    expect(await files.countDrafts(new Date(Date.now() + 60_000))).toBe(0)
  })

  test('a file says when it came', async () => {
    const files = await open()
    const before = Date.now()
    await files.keep(await source('one'), ['images/a.jpg'])
    const { changedAt } = (await files.find('images/a.jpg')) ?? {}
    expect(Math.abs((changedAt?.getTime() ?? 0) - before)).toBeLessThan(5_000)
  })
}
