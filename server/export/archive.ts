import { createTarPacker } from 'modern-tar'
import type { ExportedFile } from '#portfolio/export/export.ts'
import type { FileStore, Log } from '#portfolio/ports.ts'

type Packer = ReturnType<typeof createTarPacker>['controller']

/**
 * The files in one folder of a tar archive, which is packed while it is read. Originals that are missing are listed in
 * `missing-files.txt` at its end.
 */
export function packExport(
  { files: store, log }: { readonly files: FileStore; readonly log: Log },
  folder: string,
  files: readonly ExportedFile[],
): ReadableStream<Uint8Array> {
  const { readable, controller } = createTarPacker()
  packAll(store, controller, folder, files).catch((error: unknown) => {
    // The client has ended the download.
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
  const missing: string[] = []
  for (const file of files) {
    const name = `${folder}/${file.path}`
    const original = 'text' in file ? null : await store.open(file.storageKey)
    if (original) await original.stream.pipeTo(packer.add({ name, size: original.bytes, type: 'file' }))
    else if ('text' in file) await addText(packer, name, file.text)
    else missing.push(file.path)
  }
  if (missing.length > 0) await addText(packer, `${folder}/missing-files.txt`, `${missing.join('\n')}\n`)
  packer.finalize()
}

async function addText(packer: Packer, name: string, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text)
  const writer = packer.add({ name, size: bytes.length, type: 'file' }).getWriter()
  await writer.write(bytes)
  await writer.close()
}
