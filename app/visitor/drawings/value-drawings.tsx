import type { ComponentType } from 'react'
import type { Drawing } from '#portfolio/value/value.ts'
import styles from './drawing.module.css'
import { RoomDrawing } from './room-drawing.tsx'

export const valueDrawings: Readonly<Record<Drawing, ComponentType>> = {
  bespoke: BespokeDrawing,
  room: RoomDrawing,
  materials: MaterialsDrawing,
}

/** Bespoke design: an arched niche with shelves and dimension lines. */
function BespokeDrawing() {
  return (
    <svg className={styles.drawing} viewBox="20 12 440 360" aria-hidden>
      <path className={styles.thick} d="M20 330.5h440" />
      <path d="M140.5 330V150a85 85 0 0 1 170 0V330" className={styles.thick} />
      <path d="M152.5 330V150a73 73 0 0 1 146 0V330" />
      <path d="M152.5 210.5h146M152.5 216.5h146M152.5 270.5h146M152.5 276.5h146" />
      <path d="M176 210.5c-9-10-9-26 2-32v-7h14v7c11 6 11 22 2 32zM222 210.5l-8-22h34l-8 22zM262 210.5v-46h16v46" />
      <path d="M172 270.5v-24h44v24M240 270.5c-10-8-10-26 10-28 20 2 20 20 10 28z" />
      <path d="M330.5 330V286.5h96V330M322 286.5h112M322 280.5h112V286M322 280.5V286" />
      <path className={styles.thin} d="M225.5 20V330" strokeDasharray="14 4 2 4" />
      <path className={styles.thin} d="M140.5 360.5h170M140.5 346v20M310.5 346v20M225.5 352v14" />
      <path className={styles.thin} d="M95.5 65V330M82 65.5h50M82 330.5h30M88 210.5h20" />
      <path d="m136 365 9-9M306 365l9-9M221 365l9-9M91 335l9-9M91 70l9-9M91 215l9-9" />
    </svg>
  )
}

/** Sustainable materials: a section through a wall, with each layer in its material's hatching. */
function MaterialsDrawing() {
  return (
    <svg className={styles.drawing} viewBox="20 38 440 326" aria-hidden>
      <path className={styles.thick} d="M21 40.5h438v280H21z" />
      <path d="M73.5 40.5v280M248.5 40.5v280M324.5 40.5v280M348.5 40.5v280" />
      <path className={styles.thin} d={hatch(22, 73, 40, 320, 12)} />
      <path className={styles.thin} d={waves(74, 248, 40, 320, 28)} />
      <path className={styles.thin} d={grain(249, 324, 40, 320)} />
      <path d={dots(350, 458, 48, 314)} strokeLinecap="round" />
      <path className={styles.thin} d="M20 350.5h440M21 342v17M73.5 342v17M248.5 342v17" />
      <path className={styles.thin} d="M324.5 342v17M348.5 342v17M459 342v17" />
      <path d="m16.5 355 9-9M69 355l9-9M244 355l9-9M320 355l9-9M344 355l9-9M454.5 355l9-9" />
    </svg>
  )
}

/** Exterior render (plaster): diagonal lines. */
function hatch(left: number, right: number, top: number, bottom: number, step: number): string {
  const width = right - left
  return range(top + width, bottom, step)
    .map((y) => `M${left} ${y}l${width}-${width}`)
    .join('')
}

/** Insulation: waves. */
function waves(left: number, right: number, top: number, bottom: number, step: number): string {
  const half = (right - left) / 2
  return range(top, bottom, step)
    .map((y) => `M${left} ${y}c${half} 0 0 ${step} ${half} ${step}s0-${step} ${half}-${step}`)
    .join('')
}

/** Timber: wood grain. */
function grain(left: number, right: number, top: number, bottom: number): string {
  return range(left + 7, right, 7)
    .map((x, line) => `M${x} ${top}C${x + 4} ${top + 90} ${x - 5} ${top + 120 + line * 9} ${x} ${bottom}`)
    .join('')
}

/** Lime plaster: grains of sand in a fixed pattern. */
function dots(left: number, right: number, top: number, bottom: number): string {
  const dotsInRow = (y: number, row: number) =>
    range(left + ((row * 7) % 13), right, 14).map((x, column) => `M${x} ${y + ((column * 5 + row) % 7)}h.01`)
  return range(top, bottom, 11).flatMap(dotsInRow).join('')
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, index) => from + index * step)
}
