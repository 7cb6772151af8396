import { photoLimits } from '#portfolio/photo/photo.ts'
import { takeTurns } from './gate.ts'
import type { Shrinking } from './shrink.ts'

/** Pixels of the longer side: a tile of a screen that shows two for one. */
const side = 480
/** The head of a picture lies within; the whole of sixty would pass through the page's own thread. */
const headBytes = 1024 * 1024

// One after the other: while it is made small, a photograph of 30 MB fills 130 MB.
const inTurn = takeTurns(1)

/**
 * The address, inside this browser, of a small picture of the file; `null` for what the browser cannot show. Sixty
 * files that were shown as they are filled 3 GB of the tab, and held it still for seconds.
 */
export function previewOf(file: File, stop: AbortSignal): Promise<string | null> {
  return inTurn(async () => {
    if (stop.aborted) return null
    const head = await sizeOf(file.slice(0, headBytes, file.type))
    const { width, height } = head.width > 0 ? head : await sizeOf(file)
    // What is too large the site would refuse, and the tab might not survive.
    if (width === 0 || width * height > photoLimits.pixels) return null
    const fitted = width > height ? { resizeWidth: side } : { resizeHeight: side }
    const small = await shrunk({ file, options: Math.max(width, height) > side ? fitted : {} }, stop)
    return small && !stop.aborted ? URL.createObjectURL(small) : null
  })
}

/** Upright, as its head says: nothing is unpacked. Nothing at all is 0. */
function sizeOf(picture: Blob): Promise<{ width: number; height: number }> {
  const address = URL.createObjectURL(picture)
  const image = new Image()
  return new Promise<{ width: number; height: number }>((found) => {
    image.onload = () => found({ width: image.naturalWidth, height: image.naturalHeight })
    image.onerror = () => found({ width: 0, height: 0 })
    image.src = address
  }).finally(() => URL.revokeObjectURL(address))
}

/** Away from the page, which would stand still meanwhile. What was unpacked goes with the worker. */
function shrunk(wish: Shrinking, stop: AbortSignal): Promise<Blob | null> {
  const worker = new Worker(new URL('./shrink.ts', import.meta.url), { type: 'module' })
  return new Promise<Blob | null>((made) => {
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) => made(data)
    worker.onerror = () => made(null)
    stop.addEventListener('abort', () => made(null), { once: true })
    worker.postMessage(wish)
  }).finally(() => worker.terminate())
}
