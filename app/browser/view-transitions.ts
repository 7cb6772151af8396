/** The errors of a view transition that was skipped, or was not started because the page was hidden. */
const skippedErrors = /^(Abort|InvalidState)Error$/

/**
 * Lets the cover, number and name of a project move between its card in a list and its page: while they do,
 * `data-shared` marks the card and the document. Ignores the errors of view transitions that the next navigation skips:
 * React Router does not handle rejections of the `ready` promise, so browsers would report each one.
 *
 * Patches `document.startViewTransition`. Relies on React Router calling it after it has changed the address, with a
 * function that resolves when the new page is rendered.
 */
export function patchViewTransitions(document: Document): void {
  if (!('startViewTransition' in document)) return
  const startViewTransition = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const left = document.querySelector<HTMLElement>('[data-path]')?.dataset['path']
    let marked = markCard(document, location.pathname)
    const transition = startViewTransition(async () => {
      await (update as () => Promise<void>)()
      if (marked.length === 0) marked = markCard(document, left)
    })
    void transition.finished.finally(() => marked.forEach((element) => element.removeAttribute('data-shared')))
    transition.ready.catch((error: unknown) => {
      if (!(error instanceof DOMException && skippedErrors.test(error.name))) throw error
    })
    return transition
  }
}

/** Marks the card that links to this path, and the document. */
function markCard(document: Document, path: string | undefined): Element[] {
  const card = [...document.querySelectorAll<HTMLAnchorElement>('article > a')].find((link) => link.pathname === path)
  if (!card) return []
  const marked = [card, document.documentElement]
  for (const element of marked) element.setAttribute('data-shared', '')
  return marked
}
