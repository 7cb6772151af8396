import styles from './drawing.module.css'

/** One line drawing for each chapter of the values, in their order. */
export const valueDrawings = [MadeToMeasure, RoomInLines, LayersOfAWall] as const

/** Bespoke design: an arched niche with its shelves, measured. */
function MadeToMeasure() {
  return (
    <svg className={styles.drawing} viewBox="0 0 480 380" aria-hidden>
      <path className={styles.strong} d="M20 330.500h440" />
      <path d="M140.500 330V150a85 85 0 0 1 170 0V330" className={styles.strong} />
      <path d="M152.500 330V150a73 73 0 0 1 146 0V330" />
      <path d="M152.500 210.500h146M152.500 216.500h146M152.500 270.500h146M152.500 276.500h146" />
      <path d="M176 210.500c-9-10-9-26 2-32v-7h14v7c11 6 11 22 2 32zM222 210.500l-8-22h34l-8 22zM262 210.500v-46h16v46" />
      <path d="M172 270.500v-24h44v24M240 270.500c-10-8-10-26 10-28 20 2 20 20 10 28z" />
      <path d="M330.500 330V286.500h96V330M322 286.500h112M322 280.500h112V286M322 280.500V286" />
      <path className={styles.thin} d="M225.500 20V330" strokeDasharray="14 4 2 4" />
      <path className={styles.thin} d="M140.500 360.500h170M140.500 346v20M310.500 346v20M225.500 352v14M95.500 65V330M82 65.500h50M82 330.500h30M88 210.500h20" />
      <path d="m136 365 9-9M306 365l9-9M221 365l9-9M91 335l9-9M91 70l9-9M91 215l9-9" />
    </svg>
  )
}

/** 3D visualization: the room in one-point perspective, before it is built. */
function RoomInLines() {
  return (
    <svg className={styles.drawing} viewBox="0 0 480 380" aria-hidden>
      <path className={styles.strong} d="M20.500 20.500h440v340h-440z" />
      <path className={styles.strong} d="M170.500 110.500h160v128h-160z" />
      <path d="M20.500 20.500l150 90M460.500 20.500l-130 90M20.500 360.500l150-122M460.500 360.500l-130-122" />
      <path className={styles.thin} d="M94 360.500 195 238.500M167 360.500 219 238.500M240 360.500 244 238.500M313 360.500 281 238.500M387 360.500 306 238.500" />
      <path className={styles.thin} d="M133 269h230M105 291.500h282M69 321h349" />
      <path d="M222.500 238.500V176a26 26 0 0 1 52 0V238.500" />
      <path d="M50 338V110l70 34V281M50 224l70-7" />
      <path d="M430.500 337V72L372 112V286" />
      <path d="M372 112v60l58.500-18M372 172v58l58.500 8" className={styles.thin} />
      <path d="M200 305.500h96v-34h-96zM200 271.500l14-14h72l10 14M296 305.500l-10-14v-20" />
      <path className={styles.thin} d="M248.500 20.500V174.500M20.500 174.500h440" strokeDasharray="14 4 2 4" />
      <path d="M243.500 174.500h10M248.500 169.500v10" />
    </svg>
  )
}

/** Sustainable materials: a section through a wall, each layer with the hatching of its material. */
function LayersOfAWall() {
  return (
    <svg className={styles.drawing} viewBox="0 0 480 380" aria-hidden>
      <path className={styles.strong} d="M60.500 40.500h300v280h-300z" />
      <path d="M96.500 40.500v280M216.500 40.500v280M268.500 40.500v280M284.500 40.500v280" />
      <path className={styles.thin} d={hatch(61, 96, 40, 320, 12)} />
      <path className={styles.thin} d={waves(97, 216, 40, 320, 28)} />
      <path className={styles.thin} d={grain(217, 268, 40, 320)} />
      <path d={dots(286, 359, 48, 314)} strokeLinecap="round" />
      <path className={styles.thin} d="M78.500 66.500V16M156.500 66.500V16M242.500 66.500V16M322.500 66.500V16" />
      <path d="M78.500 16.500h344M156.500 22v-5M242.500 22v-5M322.500 22v-5" className={styles.thin} />
      <path d="M40 350.500h340M60.500 342v17M96.500 342v17M216.500 342v17M268.500 342v17M284.500 342v17M360.500 342v17" className={styles.thin} />
      <path d="m56 355 9-9M92 355l9-9M212 355l9-9M264 355l9-9M280 355l9-9M356 355l9-9" />
    </svg>
  )
}

/** Render: slanting lines. */
function hatch(left: number, right: number, top: number, bottom: number, step: number): string {
  const width = right - left
  return steps(top + width, bottom, step).map((y) => `M${left} ${y}l${width}-${width}`).join('')
}

/** Insulation: one soft wave after another. */
function waves(left: number, right: number, top: number, bottom: number, step: number): string {
  const half = (right - left) / 2
  return steps(top, bottom - step, step)
    .map((y) => `M${left} ${y}c${half} 0 0 ${step} ${half} ${step}s0-${step} ${half}-${step}`)
    .join('')
}

/** Timber: its grain. */
function grain(left: number, right: number, top: number, bottom: number): string {
  return steps(left + 7, right, 7)
    .map((x, line) => `M${x} ${top}C${x + 4} ${top + 90} ${x - 5} ${top + 120 + line * 9} ${x} ${bottom}`)
    .join('')
}

/** Lime plaster: grains of sand, always in the same places. */
function dots(left: number, right: number, top: number, bottom: number): string {
  return steps(top, bottom, 11)
    .flatMap((y, row) => steps(left + ((row * 7) % 13), right, 14).map((x, column) => `M${x} ${y + ((column * 5 + row) % 7)}h.01`))
    .join('')
}

function steps(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, index) => from + index * step)
}
