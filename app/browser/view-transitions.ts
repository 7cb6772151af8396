/** The errors of a view transition that was skipped, or was not started because the page was hidden. */
const skippedErrors = new Set(['AbortError', 'InvalidStateError'])

/**
 * Ignores the errors of view transitions that the next navigation skips. React Router does not handle rejections of the
 * `ready` promise, so browsers would report each one.
 *
 * Patches `document.startViewTransition`.
 */
export function ignoreSkippedViewTransitions(document: Document): void {
  if (!('startViewTransition' in document)) return
  const startViewTransition = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const transition = startViewTransition(update)
    transition.ready.catch((error: unknown) => {
      if (!(error instanceof DOMException && skippedErrors.has(error.name))) throw error
    })
    return transition
  }
}
