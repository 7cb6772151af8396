/** A picture, and how small it is to be. */
export interface Shrinking {
  readonly file: Blob
  readonly options: ImageBitmapOptions
}

// The program of a worker: one picture in, a small one or `null` out.
self.addEventListener('message', (event: MessageEvent<Shrinking>) => {
  void shrink(event.data).then(
    (small) => self.postMessage(small),
    () => self.postMessage(null),
  )
})

async function shrink({ file, options }: Shrinking): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { resizeQuality: 'medium', ...options })
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  // Handed over by `bitmaprenderer`, it would lose its orientation on the way (Chromium 153).
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
}
