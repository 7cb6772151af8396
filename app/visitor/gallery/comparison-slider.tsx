import styles from './comparison-slider.module.css'

/** Moves the divider between two stacked images. Shown only if scripts can run. */
export function ComparisonSlider() {
  return (
    <input
      ref={moveDivider}
      type="range"
      className={styles.slider}
      aria-label="Before and after"
      onInput={({ currentTarget }) => moveDivider(currentTarget)}
    />
  )
}

/** Also called on hydration, because the slider may have been moved before. */
function moveDivider(slider: HTMLInputElement | null): void {
  slider?.parentElement?.style.setProperty('--divider', String(Number(slider.value) / 100))
}
