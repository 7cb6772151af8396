import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/each-database.ts'
import { heic } from '#testing/heic.ts'
import { photograph, plane } from '#testing/photographs.ts'
import { ChildLost } from './children.ts'
import { openPictures } from './pictures.ts'

const bounds = { memoryBytes: 2_048 * 1024 * 1024, decodeMs: 30_000, makeMs: 30_000 }
const red = { r: 200, g: 30, b: 40 }

async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(await temporaryFolder(), 'arrived')
  await writeFile(path, bytes)
  return path
}

test('a picture that takes longer than it may is refused, and the next one is looked at', async () => {
  const path = await fileOf(await heic('forty-eight-megapixels'))
  const pictures = openPictures({ ...bounds, decodeMs: 400 })
  expect(await pictures.examine(path)).toEqual({
    ok: false,
    why: 'wrong-type',
    message: 'This picture cannot be read.',
  })
  await expect(pictures.derive(path, [480], async () => {})).rejects.toBeInstanceOf(ChildLost)
  const patient = openPictures(bounds)
  expect(await patient.examine(await fileOf(await photograph()))).toMatchObject({ ok: true })
})

test.runIf(process.platform === 'linux')(
  'a picture that takes more memory than it may is refused, and the next one is looked at',
  async () => {
    const pictures = openPictures({ ...bounds, memoryBytes: 720 * 1024 * 1024 })
    // Every scan refines the whole picture, so all of it is held.
    const large = await plane(8_000, 8_000, red).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
    expect(await pictures.examine(await fileOf(large))).toMatchObject({ ok: false, why: 'wrong-type' })
    expect(await pictures.examine(await fileOf(await photograph()))).toMatchObject({ ok: true })
    expect(await openPictures(bounds).examine(await fileOf(large))).toMatchObject({ ok: true })
  },
)

test('making one width in too long a time ends the child, not the process; what was kept before is kept', async () => {
  const path = await fileOf(
    await sharp(await photograph({ width: 300, height: 200 }))
      .resize(6_000, 4_000)
      .jpeg()
      .toBuffer(),
  )
  const kept: number[] = []
  const pictures = openPictures({ ...bounds, makeMs: 1_000 })
  const making = pictures.derive(path, [40, 3_840], async (width) => void kept.push(width))
  await expect(making).rejects.toBeInstanceOf(ChildLost)
  expect(kept).toEqual([40])
})

test('many pictures at once are looked at by two children, and all are answered', async () => {
  const pictures = openPictures(bounds)
  const path = await fileOf(await photograph())
  const answers = await Promise.all(Array.from({ length: 12 }, () => pictures.examine(path)))
  expect(answers.every(({ ok }) => ok)).toBe(true)
})
