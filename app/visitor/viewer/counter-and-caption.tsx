import { useLayoutEffect, useRef } from 'react'
import { twoDigits } from '#app/ui/two-digits.ts'

interface CounterAndCaptionProps {
  /** 0-based. */
  index: number
  count: number
  caption: string
  /** Empty if nobody is named. */
  credit: string
}

/** The number, caption and credit of the current image, below or beside it. */
export function CounterAndCaption({ index, count, caption, credit }: CounterAndCaptionProps) {
  return (
    <div className="viewer-footer" aria-live="polite">
      <p className="viewer-counter">
        <span aria-hidden>
          {twoDigits(index + 1)} / {twoDigits(count)}
        </span>
        <span className="visually-hidden">{`Image ${index + 1} of ${count}`}</span>
      </p>
      <Caption text={caption} credit={credit} />
    </div>
  )
}

/** Scrolls if it is too long for a short viewport. */
function Caption({ text, credit }: { text: string; credit: string }) {
  const ref = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => (ref.current ? makeScrollable(ref.current) : undefined), [])
  return (
    <p ref={ref} className="viewer-caption" dir="auto">
      {text}
      {credit ? <span>Photograph: {credit}</span> : null}
    </p>
  )
}

/** Makes an overflowing element focusable, so that keys scroll it in every browser. A new text starts at the top. */
function makeScrollable(element: HTMLElement): () => void {
  const update = () => {
    const overflows = element.scrollHeight > element.clientHeight + 1
    element.toggleAttribute('data-scrollable', overflows)
    // Set to -1 rather than removed, because the element would lose focus and the viewer would miss the next key.
    element.tabIndex = overflows ? 0 : -1
  }
  const resizeObserver = new ResizeObserver(update)
  const textObserver = new MutationObserver(() => {
    element.scrollTop = 0
    update()
  })
  resizeObserver.observe(element)
  textObserver.observe(element, { characterData: true, childList: true, subtree: true })
  update()
  return () => {
    resizeObserver.disconnect()
    textObserver.disconnect()
  }
}
