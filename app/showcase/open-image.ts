import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'
import type { Photograph } from '#portfolio/photo/photo.ts'

/** The name of the image's id in the address of its project. */
export const imageParam = 'image'

const still = { preventScrollReset: true } as const

/**
 * The image that is open stands in the address, by its id: an address that was shared shows the same image after
 * the gallery has been put into another order. Opening adds an entry to the history, paging replaces that one.
 */
export function useOpenImage(images: readonly Photograph[]) {
  const [search] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const leaving = useRef<string | null>(null)
  const id = search.get(imageParam)
  const index = usePlaceOf(id, images)

  const addressAt = (place: number) => `?${new URLSearchParams({ [imageParam]: images[place]?.id ?? '' })}`
  const show = (place: number) =>
    void navigate({ search: addressAt(place) }, { ...still, replace: true, state: location.state })

  // The image in the address was removed while it was looked at: the viewer has gone on with another one.
  const goOn = useEffectEvent(show)
  const strayed = index !== null && images[index]?.id !== id
  useEffect(() => {
    if (strayed) goOn(index)
  }, [strayed, index])

  return {
    index,
    open: (place: number) => void navigate({ search: addressAt(place) }, { ...still, state: { opened: true } }),
    show,
    close: () => {
      // Two quick clicks would go back twice.
      if (leaving.current === location.key) return
      leaving.current = location.key
      const opened = (location.state as { opened?: boolean } | null)?.opened
      void (opened ? navigate(-1) : navigate({ search: '' }, { ...still, replace: true }))
    },
  }
}

/**
 * Opening, paging and closing the viewer changes nothing that was read. For the frame as well as for the page:
 * a frame that was read later than its page would take what the page has missed for known.
 */
export function readAgainUnlessPaging(move: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl } = move
  const paging = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return paging && !move.formMethod ? false : move.defaultShouldRevalidate
}

/** Where the image with this id hangs; when it has just been removed, the place it had. `null` for any other id. */
function usePlaceOf(id: string | null, images: readonly Photograph[]): number | null {
  const [last, setLast] = useState<{ id: string; place: number } | null>(null)
  const place = images.findIndex((image) => image.id === id)
  if (id === null) return null
  if (place === -1) return last?.id === id && images.length > 0 ? last.place % images.length : null
  if (last?.id !== id || last.place !== place) setLast({ id, place })
  return place
}
