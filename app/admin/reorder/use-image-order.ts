import { useState } from 'react'
import { parseWholeNumber } from '#portfolio/whole-number.ts'
import type { Project } from '#portfolio/project/project.ts'
import { imagesForm } from '#app/admin/forms/project-action.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { moveToIndex } from './move-to-index.ts'
import { useOptimisticOrder } from './use-optimistic-order.ts'

/** Reorders a project's images optimistically. If the server refuses a move, the previous order is shown again. */
export function useImageOrder(action: string, project: Project) {
  const { submit } = useActionFetcher(action)
  const { items: images, reorder } = useOptimisticOrder(project.images)
  const [failure, setFailure] = useState<{ ids: readonly string[]; reason: string } | null>(null)
  const [movedMessage, setMovedMessage] = useState<string | null>(null)
  const ids = images.map((image) => image.id)

  /** `typedPosition` is the new 1-based position of the first moved image, `last`, or any other typed text. */
  const move = async (movedIds: readonly string[], typedPosition: string) => {
    setFailure(null)
    setMovedMessage(null)
    const moved = ids.filter((id) => movedIds.includes(id))
    const others = ids.filter((id) => !movedIds.includes(id))
    const position = typedPosition === 'last' ? others.length + 1 : parseWholeNumber(typedPosition)
    const form = imagesForm('move-image', moved)
    form.set('position', typedPosition)
    // An invalid position is not applied optimistically; the server returns the error message.
    const isValid = position !== null && position >= 1 && position <= others.length + 1
    const order = isValid ? others.toSpliced(position - 1, 0, ...moved) : ids
    const result = await reorder(order, () => submit(form))
    if (result.ok) setMovedMessage(describeMove(movedIds, ids, position ?? 0))
    else setFailure({ ids: movedIds, reason: result.message })
  }
  /** `index` is the index of the image to insert before; the number of images inserts at the end. */
  const drop = async (droppedIds: readonly string[], index: number) => {
    const order = moveToIndex(ids, droppedIds, index)
    if (order.every((id, at) => id === ids[at])) return
    await move(droppedIds, String(order.findIndex((id) => droppedIds.includes(id)) + 1))
  }
  const clearFailure = () => setFailure(null)
  return { images, ids, move, drop, movedMessage, setMovedMessage, failure, clearFailure }
}

function describeMove(movedIds: readonly string[], ids: readonly string[], position: number): string {
  const [first = ''] = movedIds
  if (movedIds.length > 1) return `${movedIds.length} images were moved to position ${position}.`
  return `Image ${ids.indexOf(first) + 1} was moved to position ${position} of ${ids.length}.`
}
