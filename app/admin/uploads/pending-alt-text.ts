import type { Result } from '#portfolio/result.ts'
import type { QueueItem } from './queue-item.ts'
import type { UploadQueue } from './upload-queue.ts'

/** Whether the photo is attached and its alt text is no longer being edited, but may still have to be saved. */
export function isAltTextPending({ stage, problem, isEditingAlt }: QueueItem): boolean {
  return stage === 'attached' && problem === null && !isEditingAlt
}

/**
 * Saves an alt text that was edited while its photo was being attached, then removes the item from the queue. A refusal
 * becomes the item's `problem`.
 */
export async function savePendingAltText(
  queue: UploadQueue,
  key: string,
  submit: (fields: Record<string, string>) => Promise<Result<unknown>>,
): Promise<void> {
  const { photoId, alt, savedAlt } = queue.find(key) ?? {}
  if (!photoId || alt === undefined || savedAlt === undefined) return
  if (alt !== savedAlt) {
    const result = await submit({ intent: 'set-alt-text', photoId, alt, baseText: normaliseSpaces(savedAlt) })
    if (!result.ok) {
      const problem = `The alternative text was not saved. ${result.message}`
      return queue.update(key, { problem, savedAlt: result.conflict?.theirs ?? savedAlt })
    }
    queue.update(key, { savedAlt: alt })
  }
  queue.markAttached(key, photoId)
}

/** Normalises a single-line text as the server does. */
function normaliseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
