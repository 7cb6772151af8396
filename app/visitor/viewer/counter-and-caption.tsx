import { useId, useLayoutEffect, useRef } from 'react'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import { InlineCss } from '#app/ui/inline-css.tsx'
import { cssNumber } from '#app/ui/photo/sizes-attribute.ts'
import { twoDigits } from '#app/ui/two-digits.ts'

interface CounterAndCaptionProps {
  /** 0-based. */
  index: number
  count: number
  image: PhotoView
}

export function CounterAndCaption({ index, count, image }: CounterAndCaptionProps) {
  const id = useId()
  return (
    <>
      <InlineCss
        css={`
          #${id} {
            --ratio: ${cssNumber(image.width / image.height)};
            --width: ${image.width}px;
          }
        `}
      />
      <div id={id} className="viewer-footer" aria-live="polite">
        <p className="viewer-counter">
          <span aria-hidden>
            {twoDigits(index + 1)} / {twoDigits(count)}
          </span>
          <span className="visually-hidden">{`Image ${index + 1} of ${count}`}</span>
        </p>
        <Caption image={image} />
      </div>
    </>
  )
}

/** The caption or else the alternative text. Scrolls if it is too long for a short viewport. */
function Caption({ image: { caption, alt, kind, credit } }: { image: PhotoView }) {
  const ref = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => (ref.current ? makeScrollable(ref.current) : undefined), [])
  return (
    <p ref={ref} className="viewer-caption" dir="auto">
      {caption || alt}
      {credit || kind !== 'photograph' ? (
        <span>
          {kind[0]?.toUpperCase() + kind.slice(1)}
          {credit && `: ${credit}`}
        </span>
      ) : null}
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
