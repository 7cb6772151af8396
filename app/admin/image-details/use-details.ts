import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { createListeners } from '#app/ui/listeners.ts'
import { useRootData } from '#app/use-root-data.ts'
import { hasImageTextDraft } from './image-text-draft.ts'
import { useIsPhone } from './phone-screen.ts'

export type Details = ReturnType<typeof useDetails>

const { subscribe, notify } = createListeners()
let lastUsed: string | null = null

function setLastUsed(id: string | null): void {
  lastUsed = id
  notify()
}

/**
 * Whether the details of an image are open. They open after hydration if the image has an unsaved text. On phones they
 * open only when the user asks for them, and only those that were opened or focused last, because they cover the page.
 */
export function useDetails(photoId: string | undefined) {
  const userId = useRootData().person?.userId ?? ''
  const id = useId()
  const isSheet = useIsPhone()
  const isLastUsed = useSyncExternalStore(
    subscribe,
    () => lastUsed === id,
    () => false,
  )
  const [requested, setRequested] = useState(false)
  const open = requested && (isLastUsed || !isSheet)
  const [hasDraft, setHasDraft] = useState(false)
  useEffect(() => {
    if (hasImageTextDraft(userId, photoId)) setRequested(true)
  }, [userId, photoId])
  useEffect(() => {
    if (!open) setHasDraft(hasImageTextDraft(userId, photoId))
  }, [userId, photoId, open])
  const close = () => {
    setRequested(false)
    setLastUsed(null)
  }
  const markUsed = () => setLastUsed(id)
  const toggle = () => {
    if (open) return close()
    markUsed()
    setRequested(true)
  }
  return {
    open,
    isSheet,
    isUnsaved: isSheet && hasDraft && !open,
    show: () => setRequested(true),
    toggle,
    close,
    markUsed,
  }
}
