export interface PreviewRequest {
  readonly file: Blob
  readonly options: ImageBitmapOptions
}

// A web worker that receives one file and posts back its preview, or `null` on failure.
self.addEventListener('message', (event: MessageEvent<PreviewRequest>) => {
  void resize(event.data).then(
    (preview) => self.postMessage(preview),
    () => self.postMessage(null),
  )
})

async function resize({ file, options }: PreviewRequest): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { resizeQuality: 'medium', ...options })
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  // Not `bitmaprenderer`, which loses the EXIF orientation (Chromium 153).
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
}
