import { useId } from 'react'
import styles from './gallery.module.css'

/** Shows the captions of the gallery that follows it. Works without scripts. */
export function CaptionsCheckbox() {
  const id = useId()
  return (
    <>
      <input type="checkbox" id={id} className={styles.captionsShown} />
      <label htmlFor={id} className={styles.captionsLabel}>
        Show captions
      </label>
    </>
  )
}

/** Hidden on screens unless the checkbox is checked; always printed. */
export function Caption({ text }: { text: string }) {
  if (text === '') return null
  return (
    <p className={styles.caption} dir="auto">
      {text}
    </p>
  )
}
