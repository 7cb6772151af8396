/** Browsers give up a view transition whose page takes four seconds. */
const maxStylesMs = 1_000

/**
 * Lets the cover and name of a project move between its card in a list and its page: `data-shared` marks the card
 * and the document until the next transition. Waits for the styles of the new page, which name what moves.
 *
 * Ignores that a view transition was skipped, for example by the next navigation: React Router does not handle
 * rejections of `ready`, so browsers would report each one. A failed update also rejects `finished`, which is reported.
 *
 * Patches `document.startViewTransition`. Relies on React Router calling it after it has changed the address, with a
 * function that resolves when the new page is rendered.
 */
export function patchViewTransitions(document: Document): void {
  if (!('startViewTransition' in document)) return
  const startViewTransition = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    // The cover of a project moves only if it is in view.
    const left = scrollY < innerHeight ? document.querySelector<HTMLElement>('[data-path]')?.dataset['path'] : undefined
    const isFound = markCard(document, location.pathname)
    // The card of the project that is left exists only once the list is rendered.
    if (left) document.documentElement.toggleAttribute('data-shared', true)
    const transition = startViewTransition(async () => {
      await (update as () => Promise<void>)()
      await loadStyles(document)
      if (!isFound) markCard(document, left)
    })
    transition.ready.catch(() => {})
    return transition
  }
}

/** A style sheet that is fetched already still loads a little later than its page is rendered. */
function loadStyles(document: Document): Promise<unknown> {
  const loads: Promise<unknown>[] = []
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([disabled])'))
    if (!link.sheet) loads.push(new Promise((resolve) => setTimeout((link.onload = resolve), maxStylesMs)))
  return Promise.all(loads)
}

/** Marks the card that links to this path, if it is in view, and the document; clears earlier marks. */
function markCard(document: Document, path: string | undefined): boolean {
  let isFound = false
  for (const link of document.querySelectorAll<HTMLAnchorElement>('article > a')) {
    const { top, bottom } = link.getBoundingClientRect()
    if (link.toggleAttribute('data-shared', link.pathname === path && bottom > 0 && top < innerHeight)) isFound = true
  }
  return document.documentElement.toggleAttribute('data-shared', isFound)
}
