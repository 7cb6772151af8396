import { useId, type MouseEvent, type ReactNode } from 'react'
import { spokenName, type Photograph } from '#portfolio/photo/photo.ts'
import { Photo } from '#app/ui/photo.tsx'
import { Rules } from '#app/ui/rules.tsx'
import { content, factor, sizesOf } from '#app/ui/sizes.ts'
import { imageParam } from './open-image.ts'
import { layRows, type Slot } from './rows.ts'
import { laySheets, type PaperSlot } from './sheets.ts'
import styles from './gallery.module.css'

interface GalleryProps {
  images: readonly Photograph[]
  projectName: string
  /** The image at this place was chosen. */
  onOpen: (index: number) => void
  /** Tools of an admin for one image. */
  tools?: (image: Photograph, index: number) => ReactNode
}

/** From this width of the window, rows are about so many times as wide as high. Below: one picture a row. */
const layouts = [
  { from: 640, ideal: 2.1 },
  { from: 1024, ideal: 2.6 },
  { from: 1800, ideal: 3.2 },
] as const

interface Layout {
  readonly from: number
  readonly slots: readonly Slot[]
}

/** The images of a project in justified rows, never cropped; each opens the viewer, also where no script runs. */
export function Gallery({ images, projectName, onOpen, tools }: GalleryProps) {
  const id = useId()
  const form = useId()
  const proportions = images.map((image) => image.width / image.height)
  const laid = [
    { from: 0, slots: proportions.map(alone) },
    ...layouts.map(({ from, ideal }) => ({ from, slots: layRows(proportions, ideal) })),
  ]
  if (images.length === 0) return null
  return (
    <>
      <Rules css={rulesOf(id, laid) + paperRulesOf(id, laySheets(proportions))} />
      <form id={form} />
      <ul id={id} className={styles.gallery}>
        {images.map((image, index) => (
          <li key={image.id} className={styles.image}>
            <button
              type="submit"
              form={form}
              name={imageParam}
              value={image.id}
              data-image={image.id}
              className={styles.open}
              aria-label={spokenName(image, index + 1, projectName)}
              onClick={(event) => open(event, () => onOpen(index))}
            >
              <Photo photo={image} alt="" sizes={sizesAt(laid, index)} />
            </button>
            {tools?.(image, index)}
          </li>
        ))}
      </ul>
    </>
  )
}

function open(event: MouseEvent<HTMLElement>, show: () => void): void {
  event.preventDefault()
  // Safari does not focus a button that is clicked; the viewer gives the focus back to where it was.
  event.currentTarget.focus()
  show()
}

/** One picture a row, but a tower no higher than twice the width of the screen. */
function alone(proportion: number): Slot {
  return { share: Math.min(1, proportion * 2), gaps: 0 }
}

/** Only numbers and an id made by `useId` go in. */
function rulesOf(id: string, laid: readonly Layout[]): string {
  const ruleOf = (slot: Slot, index: number) =>
    `#${id}>:nth-child(${index + 1}){--share:${slot.share.toFixed(5)};--gaps:${slot.gaps}}`
  return laid.map(({ from, slots }) => `@media (min-width:${from}px){${slots.map(ruleOf).join('')}}`).join('')
}

/** After the others, over which they prevail. */
function paperRulesOf(id: string, slots: readonly PaperSlot[]): string {
  const ruleOf = ({ share, gaps, block, endsRow, beginsSheet }: PaperSlot, index: number) =>
    `#${id}>:nth-child(${index + 1}){--share:${share.toFixed(5)};--gaps:${gaps};--block:${block.toFixed(5)}` +
    `${endsRow ? ';--rest:1' : ''}${beginsSheet && index > 0 ? ';break-before:page' : ''}}`
  return `@media print{${slots.map(ruleOf).join('')}}`
}

/** As `gallery.module.css` draws them. */
function sizesAt(laid: readonly Layout[], index: number): string {
  return sizesOf(
    laid.map(({ slots }, at) => {
      const { share, gaps } = slots[index] ?? alone(1)
      const row = gaps > 0 ? `(${content} - ${gaps}*clamp(12px,1.7vw,32px))` : content
      return { below: laid[at + 1]?.from, drawn: `${row}*${factor(share)} - 0.1px` }
    }),
  )
}
