import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { PhotoView } from '#portfolio/photo/photo.ts'

/** The search parameter of a project URL that contains the id of the open image. */
export const imageParam = 'image'

const keepScroll = { preventScrollReset: true } as const

/**
 * The image that is open in the viewer. Its id is stored in the URL, so that a shared link stays valid when the gallery
 * is reordered. Opening adds a history entry; paging replaces it.
 */
export function useOpenImage(images: readonly PhotoView[]) {
  const [search] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const closedKey = useRef<string | null>(null)
  const id = search.get(imageParam)
  const index = useIndexOf(id, images)

  const searchFor = (target: number) => `?${new URLSearchParams({ [imageParam]: images[target]?.id ?? '' })}`
  const show = (target: number) =>
    void navigate({ search: searchFor(target) }, { ...keepScroll, replace: true, state: location.state })

  // When the open image is removed, the viewer shows another image and the URL is updated.
  const updateUrl = useEffectEvent(show)
  const isStale = index !== null && images[index]?.id !== id
  useEffect(() => {
    if (isStale) updateUrl(index)
  }, [isStale, index])

  return {
    index,
    searchFor,
    open: (target: number) => void navigate({ search: searchFor(target) }, { ...keepScroll, state: { opened: true } }),
    show,
    close: () => {
      // Otherwise a double click would go back twice.
      if (closedKey.current === location.key) return
      closedKey.current = location.key
      // Set by `open`.
      const opened = (location.state as { opened?: boolean } | null)?.opened
      void (opened ? navigate(-1) : navigate({ search: '' }, { ...keepScroll, replace: true }))
    },
  }
}

/**
 * The index of the image; if it has just been removed, that of the image now in its place, or 0 after the last one.
 * `null` for an unknown id.
 */
function useIndexOf(id: string | null, images: readonly PhotoView[]): number | null {
  const [last, setLast] = useState<{ id: string; index: number } | null>(null)
  const index = images.findIndex((image) => image.id === id)
  if (id === null) return null
  if (index === -1) return last?.id === id && images.length > 0 ? last.index % images.length : null
  if (last?.id !== id || last.index !== index) setLast({ id, index })
  return index
}
