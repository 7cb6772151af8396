import sharp from 'sharp'
import { cropArea } from '#portfolio/derivative/proportions.ts'
import type { DerivativeSize } from '#portfolio/ports.ts'
import { encoders, type Qualities } from '#server/images/encode.ts'

// The program that `bench/derivatives.ts` compares the image worker with. It encodes the same files with sharp, decodes
// once, and does not choose qualities, analyse the image, enforce limits or send files between processes.

interface Work {
  readonly path: string
  readonly width: number
  readonly sizes: readonly DerivativeSize[]
  readonly qualities: Qualities
}

process.once('message', ({ path, width, sizes, qualities }: Work) => {
  void encodeAll(path, width, sizes, qualities).then((bytes) => {
    process.send?.({ bytes, cpu: process.cpuUsage() })
    process.disconnect()
  })
})
process.send?.('ready')

async function encodeAll(path: string, width: number, sizes: readonly DerivativeSize[], qualities: Qualities) {
  sharp.concurrency(1)
  sharp.cache(false)
  const { data, info } = await sharp(path)
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  let bytes = 0
  for (const { width, crop, formats } of sizes) {
    const area = crop === null ? null : cropArea(raw, crop)
    const part = area ? sharp(data, { raw }).extract(area) : sharp(data, { raw })
    const resized = await part.resize({ width, withoutEnlargement: true }).raw().toBuffer({ resolveWithObject: true })
    const { width: wide, height: high, channels } = resized.info
    for (const format of formats) {
      if (format === 'webp') continue
      const image = sharp(resized.data, { raw: { width: wide, height: high, channels } })
      bytes += (await encoders[format](image, qualities[format], wide * high).toBuffer()).length
    }
  }
  return bytes
}
