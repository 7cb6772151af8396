import { useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigate, useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'
import { readPosition } from '#portfolio/project/project.ts'

const still = { preventScrollReset: true } as const

/** The image that is open stands in the address: opening it adds an entry to the history, paging replaces that one. */
export function useOpenImage(count: number) {
  const hydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const [search] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const leaving = useRef<string | null>(null)
  const slot = readPosition(search.get('image') ?? '')
  const inRange = slot !== null && slot >= 1 && slot <= count
  return {
    index: hydrated && inRange ? slot - 1 : null,
    open: (index: number) => void navigate({ search: `?image=${index + 1}` }, { ...still, state: { opened: true } }),
    show: (index: number) =>
      void navigate({ search: `?image=${index + 1}` }, { ...still, replace: true, state: location.state }),
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

const neverChanges = () => () => {}
