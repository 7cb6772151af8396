import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { photograph, type Wanted } from '#testing/photographs.ts'

/** A file as somebody chooses it in the dialog of their machine. */
export interface Chosen {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A small photograph under this name: quick to send, and quick to make. */
export async function small(name: string, wanted: Wanted = {}): Promise<Chosen> {
  return { name, mimeType: `image/${wanted.as ?? 'jpeg'}`, buffer: await photograph(wanted) }
}

/** A file below `samples/photos`, as large as photographs are. */
export async function sample(file: string): Promise<Chosen> {
  return { name: basename(file), mimeType: 'image/jpeg', buffer: await readFile(`samples/photos/${file}`) }
}

/** Sample photographs, made as large as cameras make them: files on the disk, with an age, as they are on hers. */
export async function largeFiles(folder: string, count: number): Promise<string[]> {
  const samples = (await readdir('samples/photos', { recursive: true })).filter((name) => name.includes('/')).sort()
  const files: string[] = []
  for (const [index, name] of samples.slice(0, count).entries()) {
    const path = join(folder, `IMG_${2_000 + index}.jpg`)
    await writeFile(path, await sharp(`samples/photos/${name}`).resize(3_600).jpeg({ quality: 100 }).toBuffer())
    files.push(path)
  }
  return files
}

/** A text that calls itself a photograph: only its content tells. */
export function impostor(name: string): Chosen {
  return {
    name,
    mimeType: 'image/jpeg',
    buffer: Buffer.from('This is a shopping list: oak, lime plaster, travertine.'),
  }
}
