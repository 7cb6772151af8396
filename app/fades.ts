/** What browsers call a fade that ended early, or never began because nobody was looking. */
const endedEarly = new Set(['AbortError', 'InvalidStateError'])

/**
 * Lets whoever is in a hurry go on while pages fade into each other: the fade is cut off, which is no error. React
 * Router does not listen to what becomes of its fades, so browsers would report each of these.
 */
export function letFadesBeCutOff(document: Document): void {
  if (!('startViewTransition' in document)) return
  const begin = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const fade = begin(update)
    fade.ready.catch((error: unknown) => {
      if (!(error instanceof DOMException && endedEarly.has(error.name))) throw error
    })
    return fade
  }
}
