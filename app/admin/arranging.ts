import { useState } from 'react'
import { readPosition, type Project } from '#portfolio/project/project.ts'
import { useAsk } from './ask.ts'
import { orderWith } from './drop-slot.ts'
import { useOrder } from './order.ts'

/** Moving the images of a project: seen at once; refused, they are back, and it is said at the ones that were meant. */
export function useArranging(action: string, project: Project) {
  const { ask, asking } = useAsk(action)
  const { shown, reorder } = useOrder(project.images)
  const [refusal, setRefusal] = useState<{ ids: readonly string[]; why: string } | null>(null)
  const [moved, setMoved] = useState<string | null>(null)
  const ids = shown.map((image) => image.id)

  /** `position` is the 1-based slot for the first of them, `last`, or whatever somebody typed. */
  const move = async (chosen: readonly string[], position: string) => {
    setRefusal(null)
    setMoved(null)
    const others = ids.filter((id) => !chosen.includes(id))
    const slot = position === 'last' ? others.length + 1 : readPosition(position)
    const wish = new FormData()
    wish.set('intent', 'move-image')
    wish.set('position', position)
    for (const id of ids) if (chosen.includes(id)) wish.append('photoId', id)
    // What cannot be is not shown for a moment; the site says why.
    const possible = slot !== null && slot >= 1 && slot <= others.length + 1
    const order = possible ? others.toSpliced(slot - 1, 0, ...ids.filter((id) => chosen.includes(id))) : ids
    const outcome = await reorder(order, () => ask(wish))
    if (outcome.ok) setMoved(spell(chosen, ids, slot ?? 0))
    else setRefusal({ ids: chosen, why: outcome.message })
  }
  /** Lets them go between two images, or at an end: the index among all, from 0 to their number. */
  const drop = async (chosen: readonly string[], index: number) => {
    const order = orderWith(ids, chosen, index)
    if (order.every((id, at) => id === ids[at])) return
    await move(chosen, String(order.findIndex((id) => chosen.includes(id)) + 1))
  }
  return { shown, ids, move, drop, moved, refusal, arranging: asking }
}

function spell(chosen: readonly string[], ids: readonly string[], slot: number): string {
  const [only] = chosen
  if (chosen.length > 1) return `${chosen.length} images were moved to position ${slot}.`
  return `Image ${ids.indexOf(only ?? '') + 1} was moved to position ${slot} of ${ids.length}.`
}
