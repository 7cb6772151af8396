import { limitsOfType } from '#portfolio/photo/accepted-formats.ts'
import type { PreviewRequest } from './preview-worker.ts'

/** The longer side of a preview: enough for a tile at a device pixel ratio of 2. */
const maxSidePixels = 480
/** Enough to contain an image header. Reading 60 whole files would pass all their bytes through the main thread. */
const headerBytes = 1024 * 1024

/**
 * Resolves with the object URL of a small preview, or `null` if the browser cannot decode the file. Displaying 60
 * full-size files directly takes 3 GB of memory and blocks the tab for seconds.
 */
export async function createPreview(file: File, signal: AbortSignal): Promise<string | null> {
  if (signal.aborted) return null
  const fromHeader = await readSize(file.slice(0, headerBytes, file.type))
  const { width, height } = fromHeader.width > 0 ? fromHeader : await readSize(file)
  // The server refuses larger images, and decoding one can crash the tab.
  if (width === 0 || width * height > limitsOfType(file.type).pixels) return null
  const reduced = width > height ? { resizeWidth: maxSidePixels } : { resizeHeight: maxSidePixels }
  const options = Math.max(width, height) > maxSidePixels ? reduced : {}
  const preview = await resizeInWorker({ file, options }, signal)
  return preview && !signal.aborted ? URL.createObjectURL(preview) : null
}

/** Width and height after EXIF orientation, read without decoding the pixels; 0 if the browser cannot read them. */
function readSize(blob: Blob): Promise<{ width: number; height: number }> {
  const url = URL.createObjectURL(blob)
  const image = new Image()
  return new Promise<{ width: number; height: number }>((resolve) => {
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight })
    image.onerror = () => resolve({ width: 0, height: 0 })
    image.src = url
  }).finally(() => URL.revokeObjectURL(url))
}

/** Uses a worker so that the page stays responsive; terminating it frees the decoded pixels. */
function resizeInWorker(request: PreviewRequest, signal: AbortSignal): Promise<Blob | null> {
  const worker = new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Blob | null>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) => resolve(data)
    worker.onerror = () => resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
    worker.postMessage(request)
  }).finally(() => worker.terminate())
}
