import type { QueueItem } from '#app/admin/uploads/queue-item.ts'

/**
 * A sentence about chosen files that seem to be in the gallery already; they can still be added. They are recognised by
 * size, because two pictures rarely have the same size in bytes. `imageBytes` has the sizes of the gallery's
 * originals, in order.
 */
export function describeKnownFiles(items: readonly QueueItem[], imageBytes: readonly number[]): string | null {
  const known = items.flatMap(({ file, stage }) => {
    const position = imageBytes.indexOf(file.size) + 1
    return stage === 'queued' && position > 0 ? [`${file.name} (image ${position})`] : []
  })
  const sentence =
    known.length > 1
      ? 'These look like pictures that are already in the gallery'
      : 'This looks like a picture that is already in the gallery'
  return known.length > 0 ? `${sentence}: ${known.join(', ')}.` : null
}
