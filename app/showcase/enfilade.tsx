import styles from './drawing.module.css'

/** The drawing that the house is named after: doors in one line, seen from the first room. */
export function Enfilade() {
  return (
    <svg className={styles.drawing} viewBox="0 0 480 560" aria-hidden>
      <path className={styles.strong} d="M60.500 500.500v-440h360v440" />
      <path d="M72.500 500.500v-428h336v428M126.500 452.500v-322h228v322M135.500 452.500v-313h210v313" />
      <path d="M168.500 416.500v-238h144v238M175.500 416.500v-231h130v231M196.500 391.500v-178h88v178M201.500 391.500v-173h78v173" />
      <path d="M214.500 375.500v-138h52v138M218.500 375.500v-134h44v134M226.500 362.500v-108h28v108" />
      <path className={styles.strong} d="M0 500.500h60.500M420.500 500.500H480" />
      <path className={styles.thin} d="M72.500 500.500l54-48h228l54 48M135.500 452.500l33-36h144l33 36M175.500 416.500l21-25h88l21 25M201.500 391.500l13-16h52l13 16M218.500 375.500l8-13h28l8 13" />
      <path className={styles.thin} d="M72.500 72.500l54 58M408.500 72.500l-54 58M135.500 139.500l33 39M345.500 139.500l-33 39M175.500 185.500l21 28M305.500 185.500l-21 28" />
      <path className={styles.thin} d="M240.500 20V540M20 308.500h440" strokeDasharray="14 4 2 4" />
      <path d="M235.500 308.500h10M240.500 303.500v10" />
      <path className={styles.thin} d="M60.500 532.500h360M60.500 520v20M420.500 520v20" />
      <path d="m56 537 9-9M416 537l9-9M236 537l9-9" />
    </svg>
  )
}
