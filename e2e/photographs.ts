import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
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

/** A text that calls itself a photograph: only its content tells. */
export function impostor(name: string): Chosen {
  return {
    name,
    mimeType: 'image/jpeg',
    buffer: Buffer.from('This is a shopping list: oak, lime plaster, travertine.'),
  }
}
