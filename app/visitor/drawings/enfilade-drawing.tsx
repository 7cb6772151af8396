import styles from './drawing.module.css'

/** An enfilade (aligned doorways) in one-point perspective. */
export function EnfiladeDrawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 480 560" aria-hidden>
      <path className={styles.thick} d="M60.5 500.5v-440h360v440" />
      <path d="M72.5 500.5v-428h336v428M126.5 452.5v-322h228v322M135.5 452.5v-313h210v313" />
      <path d="M168.5 416.5v-238h144v238M175.5 416.5v-231h130v231M196.5 391.5v-178h88v178M201.5 391.5v-173h78v173" />
      <path d="M214.5 375.5v-138h52v138M218.5 375.5v-134h44v134M226.5 362.5v-108h28v108" />
      <path className={styles.thick} d="M0 500.5h60.5M420.5 500.5H480" />
      <path className={styles.thin} d="M72.5 500.5l54-48h228l54 48M135.5 452.5l33-36h144l33 36" />
      <path className={styles.thin} d="M175.5 416.5l21-25h88l21 25M201.5 391.5l13-16h52l13 16" />
      <path className={styles.thin} d="M218.5 375.5l8-13h28l8 13" />
      <path className={styles.thin} d="M72.5 72.5l54 58M408.5 72.5l-54 58M135.5 139.5l33 39M345.5 139.5l-33 39" />
      <path className={styles.thin} d="M175.5 185.5l21 28M305.5 185.5l-21 28" />
      <path className={styles.thin} d="M240.5 20V540M20 308.5h440" strokeDasharray="14 4 2 4" />
      <path d="M235.5 308.5h10M240.5 303.5v10" />
      <path className={styles.thin} d="M60.5 532.5h360M60.5 520v20M420.5 520v20" />
      <path d="m56 537 9-9M416 537l9-9M236 537l9-9" />
    </svg>
  )
}
