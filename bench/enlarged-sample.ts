import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** A photo of the samples, such as `bookshop-cafe/02-ladder`, as a JPEG with as many pixels as that of a camera. */
export async function enlargedSample(name: string, width: number, height: number): Promise<Buffer> {
  const sample = await readFile(join(import.meta.dirname, `../samples/photos/${name}.jpg`))
  return sharp(sample).resize(width, height, { fit: 'cover' }).jpeg({ quality: 92 }).toBuffer()
}
