/** How long to wait for style sheets. Browsers skip a view transition whose update takes more than 4 s. */
const maxStylesMs = 1_000

/**
 * Lets the cover and name of a project move between its card in a list and its page: `data-shared` marks the card
 * and the document until the next transition. Waits for the styles of the new page, which set `view-transition-name`.
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
    const previousArticle = scrollY < innerHeight ? document.querySelector<HTMLElement>('[data-path]') : null
    const previousPath = previousArticle?.dataset['path']
    const isFound = markCard(document, location.pathname)
    // The card of the previous project exists only once the list is rendered.
    if (previousPath) document.documentElement.toggleAttribute('data-shared', true)
    const transition = startViewTransition(async () => {
      await (update as () => Promise<void>)()
      await waitForStyles(document)
      if (!isFound) markCard(document, previousPath)
    })
    transition.ready.catch(() => {})
    return transition
  }
}

/** Waits for the style sheets of the page: even one that is in the cache loads slightly after the page is rendered. */
function waitForStyles(document: Document): Promise<unknown> {
  const loads: Promise<unknown>[] = []
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([disabled])'))
    if (!link.sheet) loads.push(new Promise((resolve) => setTimeout((link.onload = resolve), maxStylesMs)))
  return Promise.all(loads)
}

/** Marks the card that links to this path, if one is in view, and the document; clears earlier marks. */
function markCard(document: Document, path: string | undefined): boolean {
  let isFound = false
  for (const link of document.querySelectorAll<HTMLAnchorElement>('article > a')) {
    const { top, bottom } = link.getBoundingClientRect()
    if (link.toggleAttribute('data-shared', link.pathname === path && bottom > 0 && top < innerHeight)) isFound = true
  }
  return document.documentElement.toggleAttribute('data-shared', isFound)
}
