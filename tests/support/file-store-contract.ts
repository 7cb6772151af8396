import { readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FileStoreFailed, type FileStore } from '#portfolio/ports.ts'
import { temporaryFolder } from './backend/each-database.ts'

/** Opens an empty store that only one test uses. */
type Open = () => Promise<FileStore>

/** The tests that every adapter of `FileStore` must pass. */
export function testFileStore(open: Open): void {
  testStore(open)
  testFreeKeys(open)
  testWrite(open)
  testReading(open)
  testRefusedKeys(open)
  testMove(open)
  testRemove(open)
  testList(open)
  testFreeSpace(open)
}

async function localFile(content: string | Uint8Array): Promise<string> {
  const path = join(await temporaryFolder(), 'source')
  await writeFile(path, content)
  return path
}

/** A bucket reports times in whole seconds. */
const timeResolutionMs = 1_000

const changeTime = async (files: FileStore, key: string) => (await files.stat(key))?.changedAt.getTime() ?? NaN

/** Reads a file through each method of the port, which must agree. Returns null if it is missing. */
async function read(files: FileStore, key: string): Promise<string | null> {
  const [file, opened] = [await files.stat(key), await files.open(key)]
  const copied = await files.withLocalCopy(key, (path) => readFile(path, 'utf8'))
  if (!opened) {
    expect([file, copied]).toEqual([null, null])
    return null
  }
  const { stream, ...openedFile } = opened
  const text = await new Response(stream).text()
  expect(openedFile).toEqual(file)
  expect(copied).toBe(text)
  expect(file?.bytes).toBe(Buffer.byteLength(text))
  return text
}

const numberedKeys = function* (stem: string) {
  yield `${stem}.jpg`
  for (let copy = 2; ; copy++) yield `${stem}-${copy}.jpg`
}

function testStore(open: Open): void {
  test('a stored file can be read under the returned key, and the source is kept', async () => {
    const files = await open()
    const path = await localFile('content')
    expect(await files.store(path, ['images/a.jpg'])).toBe('images/a.jpg')
    expect(await read(files, 'images/a.jpg')).toBe('content')
    expect(await readFile(path, 'utf8')).toBe('content')
  })

  test('a large file is stored with the same bytes', async () => {
    const files = await open()
    const bytes = Buffer.alloc(5_000_003, 'enfilade')
    await files.store(await localFile(bytes), ['images/large.jpg'])
    const opened = await files.open('images/large.jpg')
    expect(bytes.equals(Buffer.from(await new Response(opened?.stream).arrayBuffer()))).toBe(true)
  })

  test('similar keys and keys in any script are distinct', async () => {
    const files = await open()
    const keys = [
      'images/室内.jpg',
      'images/café 🛋️.jpg',
      'images/a b.jpg',
      'images/a_b.jpg',
      'images/a.b.jpg',
      `images/${'室'.repeat(26)}.jpg`,
    ]
    for (const key of keys) await files.store(await localFile(key), [key])
    for (const key of keys) expect(await read(files, key)).toBe(key)
  })
}

function testFreeKeys(open: Open): void {
  test('storing uses the first free key and overwrites nothing', async () => {
    const files = await open()
    for (const text of ['one', 'two', 'three']) await files.store(await localFile(text), numberedKeys('images/a'))
    expect(await read(files, 'images/a.jpg')).toBe('one')
    expect(await read(files, 'images/a-2.jpg')).toBe('two')
    expect(await read(files, 'images/a-3.jpg')).toBe('three')
  })

  test('the key of a removed file can be used again', async () => {
    const files = await open()
    for (const text of ['one', 'two']) await files.store(await localFile(text), numberedKeys('images/a'))
    await files.remove('images/a.jpg')
    expect(await files.store(await localFile('three'), numberedKeys('images/a'))).toBe('images/a.jpg')
  })

  test('20 concurrent calls get 20 keys', async () => {
    const files = await open()
    const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`)
    const keys = await Promise.all(
      texts.map(async (text) => files.store(await localFile(text), numberedKeys('images/a'))),
    )
    expect(new Set(keys).size).toBe(20)
    for (const [n, key] of keys.entries()) expect(await read(files, key)).toBe(texts[n])
  })

  test('storing fails if no key is free', async () => {
    const files = await open()
    await files.store(await localFile('one'), ['images/a.jpg'])
    await expect(files.store(await localFile('two'), ['images/a.jpg'])).rejects.toThrow()
    expect(await read(files, 'images/a.jpg')).toBe('one')
  })

  test('storing a missing source fails and leaves the key free', async () => {
    const files = await open()
    await expect(files.store('/nowhere/at/all', ['images/a.jpg'])).rejects.toBeInstanceOf(FileStoreFailed)
    expect(await read(files, 'images/a.jpg')).toBeNull()
    expect(await files.store(await localFile('one'), ['images/a.jpg'])).toBe('images/a.jpg')
  })
}

function testWrite(open: Open): void {
  test('writing replaces the previous content', async () => {
    const files = await open()
    await files.write('derivatives/1/v1/480.webp', Buffer.from('a long first attempt'))
    await files.write('derivatives/1/v1/480.webp', Buffer.from('second'))
    expect(await read(files, 'derivatives/1/v1/480.webp')).toBe('second')
    await files.write('derivatives/1/v1/480.webp', new Uint8Array())
    expect(await read(files, 'derivatives/1/v1/480.webp')).toBe('')
  })

  test('after concurrent writes the file has the complete content of one of them', async () => {
    const files = await open()
    const texts = Array.from({ length: 10 }, (_, n) => String(n).repeat(100_000))
    await Promise.all(texts.map((text) => files.write('health/beat', Buffer.from(text))))
    expect(texts).toContain(await read(files, 'health/beat'))
  })
}

function testReading(open: Open): void {
  test('reading a missing file returns null', async () => {
    const files = await open()
    await files.store(await localFile('one'), ['images/a.jpg'])
    for (const key of [
      'images/b.jpg',
      'other/a.jpg',
      'images',
      'images/',
      'images/a.jpg/b',
      'images/a',
      'IMAGES/b.jpg',
    ]) {
      expect(await read(files, key)).toBeNull()
    }
  })

  test('changedAt is the time of the last change, not that of the source', async () => {
    const files = await open()
    const source = await localFile('one')
    await utimes(source, new Date(0), new Date(0))
    const before = Date.now() - timeResolutionMs
    await files.store(source, ['images/a.jpg'])
    const changedAt = await changeTime(files, 'images/a.jpg')
    expect(changedAt).toBeGreaterThanOrEqual(before)
    expect(changedAt).toBeLessThanOrEqual(Date.now() + timeResolutionMs)
  })

  test('an error thrown while using a local copy is passed through', async () => {
    const files = await open()
    await files.store(await localFile('one'), ['images/a.jpg'])
    const error = new Error('not an image')
    await expect(files.withLocalCopy('images/a.jpg', () => Promise.reject(error))).rejects.toBe(error)
  })

  test('a stream may be cancelled', async () => {
    const files = await open()
    await files.store(await localFile(new Uint8Array(5_000_000)), ['images/a.jpg'])
    const opened = await files.open('images/a.jpg')
    await opened?.stream.cancel()
    expect(await files.stat('images/a.jpg')).toMatchObject({ bytes: 5_000_000 })
  })
}

function testRefusedKeys(open: Open): void {
  test.each(['../secret', 'a/../../secret', '/etc/passwd', '..', '../', '', '.', './', 'a/..', 'images/../../secret'])(
    'every method refuses a key outside the store: %j',
    async (key) => {
      const files = await open()
      const path = await localFile('one')
      await files.store(path, ['images/a.jpg'])
      await expect(files.stat(key)).rejects.toThrow()
      await expect(files.open(key)).rejects.toThrow()
      await expect(files.withLocalCopy(key, readFile)).rejects.toThrow()
      await expect(files.store(path, [key])).rejects.toThrow()
      await expect(files.write(key, Buffer.from('one'))).rejects.toThrow()
      await expect(files.remove(key)).rejects.toThrow()
      await expect(files.move(key, 'images/b.jpg')).rejects.toThrow()
      await expect(files.move('images/a.jpg', key)).rejects.toThrow()
      expect([await read(files, 'images/a.jpg'), await readFile(path, 'utf8')]).toEqual(['one', 'one'])
    },
  )
}

function testMove(open: Open): void {
  test('a moved file has only its new key, and the current time as its time of change', async () => {
    const files = await open()
    await files.store(await localFile('one'), ['images/a.jpg'])
    const storedAt = await changeTime(files, 'images/a.jpg')
    const laterTime = async () => {
      await files.write('health/beat', Buffer.from('now'))
      return changeTime(files, 'health/beat')
    }
    await expect.poll(laterTime).toBeGreaterThan(storedAt)
    const before = await laterTime()
    await files.move('images/a.jpg', 'unowned/images/a.jpg')
    expect(await read(files, 'images/a.jpg')).toBeNull()
    expect(await read(files, 'unowned/images/a.jpg')).toBe('one')
    const movedAt = await changeTime(files, 'unowned/images/a.jpg')
    expect(movedAt).toBeGreaterThanOrEqual(before)
    expect(movedAt).toBeLessThanOrEqual(await laterTime())
  })

  test('a missing file cannot be moved', async () => {
    const files = await open()
    await expect(files.move('images/a.jpg', 'images/b.jpg')).rejects.toBeInstanceOf(FileStoreFailed)
  })
}

function testRemove(open: Open): void {
  test('removing a file removes only that file, and removing a missing file succeeds', async () => {
    const files = await open()
    for (const key of ['images/a.jpg', 'images/a.jpg.jpg']) await files.store(await localFile(key), [key])
    await files.remove('images/a.jpg')
    await files.remove('images/a.jpg')
    await files.remove('never/was.jpg')
    expect(await read(files, 'images/a.jpg')).toBeNull()
    expect(await read(files, 'images/a.jpg.jpg')).toBe('images/a.jpg.jpg')
  })

  test('removing a folder removes all files below it, and no key that only starts with the same characters', async () => {
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

  test('expiring temporary files keeps stored files', async () => {
    const files = await open()
    await files.store(await localFile('one'), ['images/a.jpg'])
    await files.write('derivatives/1/v1/480.webp', Buffer.from('two'))
    await files.expireTemporaryFiles(new Date(Date.now() + 60_000))
    expect(await read(files, 'images/a.jpg')).toBe('one')
    expect(await read(files, 'derivatives/1/v1/480.webp')).toBe('two')
  })
}

function testList(open: Open): void {
  const listKeys = async (files: FileStore, prefix?: string) => {
    const keys: string[] = []
    for await (const key of files.list(prefix)) keys.push(key)
    return keys.sort()
  }

  test('listing returns the keys of all files except temporary files', async () => {
    const files = await open()
    expect(await listKeys(files)).toEqual([])
    await files.store(await localFile('one'), ['images/室内 🛋️.jpg'])
    await files.write('derivatives/1/v2/480.webp', Buffer.from('two'))
    await files.write('health/beat', Buffer.from('three'))
    expect(await listKeys(files)).toEqual(['derivatives/1/v2/480.webp', 'health/beat', 'images/室内 🛋️.jpg'])
    expect(await listKeys(files, 'derivatives/')).toEqual(['derivatives/1/v2/480.webp'])
    expect(await listKeys(files, 'unowned/')).toEqual([])
    await files.remove('derivatives/1/')
    expect(await listKeys(files)).toEqual(['health/beat', 'images/室内 🛋️.jpg'])
    expect(await files.countTemporaryFiles(new Date(Date.now() + 60_000))).toBe(0)
  })
}

function testFreeSpace(open: Open): void {
  test('the free space is at most the total space, or the store has no limit', async () => {
    const space = await (await open()).freeSpace()
    if (!space) return
    expect(space.free).toBeGreaterThanOrEqual(0)
    expect(space.total).toBeGreaterThanOrEqual(space.free)
    expect([space.free, space.total].every(Number.isSafeInteger)).toBe(true)
  })
}
