import { createHash } from 'node:crypto'
import { createTarPacker } from 'modern-tar'
import type { ExportedFile } from '#portfolio/export/export.ts'
import type { FileStore, Log } from '#portfolio/ports.ts'

type StoredOriginal = NonNullable<Awaited<ReturnType<FileStore['open']>>>
type Packer = ReturnType<typeof createTarPacker>['controller']

/** Packs a tar archive while it is read. Text files at its end list the originals that are missing or damaged. */
export function packExport(
  { files: store, log }: { readonly files: FileStore; readonly log: Log },
  folder: string,
  files: readonly ExportedFile[],
): ReadableStream<Uint8Array> {
  const { readable, controller } = createTarPacker()
  packAll(store, controller, folder, files).catch((error: unknown) => {
    // An `AbortError` means that the client has cancelled the download.
    if (!(error instanceof DOMException && error.name === 'AbortError'))
      log.warn('an export could not be completed', { cause: String(error) })
    controller.error(error)
  })
  return readable
}

async function packAll(
  store: FileStore,
  packer: Packer,
  folder: string,
  files: readonly ExportedFile[],
): Promise<void> {
  const [missing, damaged]: [string[], string[]] = [[], []]
  for (const file of files) {
    const name = `${folder}/${file.path}`
    if ('text' in file) {
      await addText(packer, name, file.text)
      continue
    }
    const original = await store.open(file.storageKey)
    if (!original) missing.push(file.path)
    else if ((await addOriginal(packer, name, original)) !== file.sha256) damaged.push(file.path)
  }
  for (const [list, paths] of Object.entries({ 'missing-files.txt': missing, 'damaged-files.txt': damaged }))
    if (paths.length > 0) await addText(packer, `${folder}/${list}`, `${paths.join('\n')}\n`)
  packer.finalize()
}

/** Resolves with the SHA-256 of the file, in hexadecimal. */
async function addOriginal(packer: Packer, name: string, { stream, bytes }: StoredOriginal): Promise<string> {
  const hash = createHash('sha256')
  const hashed = stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        hash.update(chunk)
        controller.enqueue(chunk)
      },
    }),
  )
  await hashed.pipeTo(packer.add({ name, size: bytes, type: 'file' }))
  return hash.digest('hex')
}

async function addText(packer: Packer, name: string, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text)
  const writer = packer.add({ name, size: bytes.length, type: 'file' }).getWriter()
  await writer.write(bytes)
  await writer.close()
}
