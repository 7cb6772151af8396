import { useLayoutEffect, useRef } from 'react'
import { twoDigits } from './project-card.tsx'
import styles from './viewer-foot.module.css'

interface FootProps {
  /** 0-based place of the image that is shown. */
  at: number
  count: number
  caption: string
}

/** What is written under the image, or beside it: which one it is, and what it shows. */
export function Foot({ at, count, caption }: FootProps) {
  return (
    <div className={styles.foot} aria-live="polite">
      <p className={styles.counter}>
        <span aria-hidden>
          {twoDigits(at + 1)} / {twoDigits(count)}
        </span>
        <span className="unseen">{`Image ${at + 1} of ${count}`}</span>
      </p>
      <Caption words={caption} />
    </div>
  )
}

/** On a low screen a long one is scrolled. */
function Caption({ words }: { words: string }) {
  const box = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => (box.current ? keepInReach(box.current) : undefined), [])
  return (
    <p ref={box} className={styles.caption} dir="auto">
      {words}
    </p>
  )
}

/** Lets the keyboard scroll what is too long, as not every browser does itself, and begins again with other words. */
function keepInReach(box: HTMLElement): () => void {
  const look = () => {
    const scrolls = box.scrollHeight > box.clientHeight + 1
    box.toggleAttribute('data-scrolls', scrolls)
    // Not taken away: whoever is there would be nowhere, and the next key would find no viewer.
    box.tabIndex = scrolls ? 0 : -1
  }
  const resized = new ResizeObserver(look)
  const rewritten = new MutationObserver(() => {
    box.scrollTop = 0
    look()
  })
  resized.observe(box)
  rewritten.observe(box, { characterData: true, childList: true, subtree: true })
  look()
  return () => {
    resized.disconnect()
    rewritten.disconnect()
  }
}
