import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** A sample photo, such as `bookshop-cafe/02-ladder`, enlarged to a JPEG with as many pixels as a camera's. */
export async function enlargedSample(name: string, width: number, height: number): Promise<Buffer> {
  const sample = await readFile(join(import.meta.dirname, `../samples/photos/${name}.jpg`))
  return sharp(sample).resize(width, height, { fit: 'cover' }).jpeg({ quality: 92 }).toBuffer()
}
