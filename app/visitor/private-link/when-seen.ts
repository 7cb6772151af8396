/** How long a page must be visible before it counts as opened. */
const openedAfterMs = 2_000

/** Calls `report` once a page has been visible continuously for `openedAfterMs`. Returns a function that cancels. */
export function whenSeen(
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>,
  report: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    page.removeEventListener('visibilitychange', start)
  }
  const start = () => {
    clearTimeout(timer)
    if (page.visibilityState === 'visible') timer = setTimeout(() => (stop(), report()), openedAfterMs)
  }
  page.addEventListener('visibilitychange', start)
  start()
  return stop
}
