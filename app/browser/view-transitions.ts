/** The errors of a view transition that was skipped, or was not started because the page was hidden. */
const skippedErrors = /^(Abort|InvalidState)Error$/

/**
 * Lets the cover and name of a project move between its card in a list and its page: `data-shared` marks the card
 * and the document until the next transition. Ignores the errors of view transitions that the next navigation skips:
 * React Router does not handle rejections of the `ready` promise, so browsers would report each one.
 *
 * Patches `document.startViewTransition`. Relies on React Router calling it after it has changed the address, with a
 * function that resolves when the new page is rendered.
 */
export function patchViewTransitions(document: Document): void {
  if (!('startViewTransition' in document)) return
  const startViewTransition = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    // Further down, the cover is out of view.
    const project = scrollY < innerHeight ? document.querySelector<HTMLElement>('[data-path]') : null
    const left = project?.dataset['path']
    const isFound = markCard(document, location.pathname)
    // The card that a project leads back to is not known before the list is rendered.
    if (left) document.documentElement.setAttribute('data-shared', '')
    const transition = startViewTransition(async () => {
      await (update as () => Promise<void>)()
      if (!isFound) markCard(document, left)
    })
    transition.ready.catch((error: unknown) => {
      if (!(error instanceof DOMException && skippedErrors.test(error.name))) throw error
    })
    return transition
  }
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
