import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ImageProcessorFailed } from '#portfolio/ports.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { readHeicFile } from '#tests/support/images/heic-files.ts'
import { ultraHdrFile } from '#tests/support/images/gain-map-files.ts'
import { killWorkerDuring } from '#tests/support/images/kill-worker.ts'
import { photoFile, flatImage } from '#tests/support/images/photo-files.ts'
import { WorkerFailed } from './process-pool.ts'
import { openImageProcessor } from './image-processor.ts'
import { uncropped } from '#tests/support/images/processor-stub.ts'

const limits = { memoryBytes: 2_048 * 1024 * 1024, decodeMs: 120_000, openMs: 120_000, deriveMs: 120_000 }
const red = { r: 200, g: 30, b: 40 }

async function temporaryFile(bytes: Uint8Array): Promise<string> {
  const path = join(await temporaryFolder(), 'original')
  await writeFile(path, bytes)
  return path
}

test('an image that exceeds the time limit three times is refused, and the next one is examined', async () => {
  const path = await temporaryFile(await readHeicFile('forty-eight-megapixels'))
  const images = openImageProcessor({ ...limits, decodeMs: 400, openMs: 400 })
  for (const _ of [1, 2]) await expect(images.examine(path)).rejects.toBeInstanceOf(ImageProcessorFailed)
  expect(await images.examine(path)).toEqual({
    ok: false,
    code: 'wrong-type',
    message: 'This picture cannot be read.',
  })
  await expect(images.derive(path, uncropped(480), async () => {})).rejects.toBeInstanceOf(WorkerFailed)
  expect(await openImageProcessor(limits).examine(await temporaryFile(await photoFile()))).toMatchObject({
    ok: true,
  })
})

test.runIf(process.platform === 'linux')(
  'an image that exceeds the memory limit is refused, and the next one is examined',
  async () => {
    const images = openImageProcessor({ ...limits, memoryBytes: 720 * 1024 * 1024 })
    // A progressive JPEG is kept in memory completely.
    const large = await flatImage(8_000, 8_000, red).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
    expect(await images.examine(await temporaryFile(large))).toMatchObject({ ok: false, code: 'wrong-type' })
    expect(await images.examine(await temporaryFile(await photoFile()))).toMatchObject({ ok: true })
    expect(await openImageProcessor(limits).examine(await temporaryFile(large))).toMatchObject({ ok: true })
  },
)

test.runIf(process.platform === 'linux')(
  'a photo whose gain map exceeds the memory limit cannot be derived, and is not stored without the map',
  async () => {
    // The decoder keeps the map in memory completely: 144 MB.
    const map = flatImage(6_000, 4_000, red).jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    const path = await temporaryFile(await ultraHdrFile({ changeMap: () => map.toBuffer() }))
    const derive = (memoryBytes: number) =>
      openImageProcessor({ ...limits, memoryBytes }).derive(path, uncropped(40), async () => {})
    await expect(derive(720 * 1024 * 1024)).rejects.toBeInstanceOf(WorkerFailed)
    expect(await derive(limits.memoryBytes)).toMatchObject({ gainMap: true })
  },
)

test('a width that exceeds the time limit ends only the worker; earlier widths have been delivered', async () => {
  const path = await temporaryFile(
    await sharp(await photoFile({ width: 300, height: 200 }))
      .resize(6_000, 4_000)
      .jpeg()
      .toBuffer(),
  )
  const deriveWithin = async (deriveMs: number): Promise<number[]> => {
    const delivered: number[] = []
    const images = openImageProcessor({ ...limits, deriveMs })
    const failure: unknown = await images
      .derive(path, uncropped(40, 3_840), async ({ width }) => void delivered.push(width))
      .then(
        () => null,
        (error: unknown) => error,
      )
    // Both widths were finished in time: try a shorter limit.
    if (failure === null) return deriveWithin(deriveMs / 1.5)
    expect(failure).toBeInstanceOf(WorkerFailed)
    return delivered.length > 0 ? delivered : deriveWithin(deriveMs * 2)
  }
  // On a machine of any speed, the small width takes far less time than the large one.
  expect(await deriveWithin(500)).toEqual([40])
})

test('twelve concurrent requests all get a reply', async () => {
  const images = openImageProcessor(limits)
  const path = await temporaryFile(await photoFile())
  const results = await Promise.all(Array.from({ length: 12 }, () => images.examine(path)))
  expect(results.every(({ ok }) => ok)).toBe(true)
})

test.runIf(process.platform === 'linux')('a photo whose worker is killed from outside is not refused', async () => {
  const path = await temporaryFile(await photoFile())
  const images = openImageProcessor(limits)
  for (let kills = 1; kills <= 4; kills++) {
    await expect(killWorkerDuring(() => images.examine(path))).rejects.toBeInstanceOf(ImageProcessorFailed)
    await expect(killWorkerDuring(() => images.derive(path, uncropped(40), async () => {}))).rejects.toMatchObject({
      killed: true,
    })
  }
  expect(await images.examine(path)).toMatchObject({ ok: true })
})

test.runIf(process.platform === 'linux')(
  'a derivative whose worker is killed from outside does not count as damaged',
  async () => {
    const path = await temporaryFile(await photoFile({ as: 'webp' }))
    const decoded = await killWorkerDuring(() => openImageProcessor(limits).decodeDerivative(path))
    expect(decoded).toEqual({ format: 'webp', width: 90 })
  },
)
