import { useId, type MouseEvent, type ReactNode } from 'react'
import { spokenName, type Photograph } from '#portfolio/photo/photo.ts'
import { Photo } from '#app/ui/photo.tsx'
import { Rules } from '#app/ui/rules.tsx'
import { layRows, type Slot } from './rows.ts'
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

/** The images of a project in justified rows, never cropped; each opens the viewer. */
export function Gallery({ images, projectName, onOpen, tools }: GalleryProps) {
  const id = useId()
  const proportions = images.map((image) => image.width / image.height)
  const laid = layouts.map(({ from, ideal }) => ({ from, slots: layRows(proportions, ideal) }))
  if (images.length === 0) return null
  return (
    <>
      <Rules css={rulesOf(id, laid)} />
      <ul id={id} className={styles.gallery}>
        {images.map((image, index) => (
          <li key={image.id} className={styles.image}>
            <button
              type="button"
              className={styles.open}
              aria-label={spokenName(image, index + 1, projectName)}
              onClick={(event) => open(event, () => onOpen(index))}
            >
              <Photo photo={image} alt="" sizes={sizesOf(laid, index)} />
            </button>
            {tools?.(image, index)}
          </li>
        ))}
      </ul>
    </>
  )
}

function open(event: MouseEvent<HTMLElement>, show: () => void): void {
  // Safari does not focus a button that is clicked; the viewer gives the focus back to where it was.
  event.currentTarget.focus()
  show()
}

/** Only numbers and an id made by `useId` go in. */
function rulesOf(id: string, laid: readonly Layout[]): string {
  const ruleOf = (slot: Slot, index: number) =>
    `#${id}>:nth-child(${index + 1}){--share:${slot.share.toFixed(5)};--gaps:${slot.gaps}}`
  return laid.map(({ from, slots }) => `@media (min-width:${from}px){${slots.map(ruleOf).join('')}}`).join('')
}

function sizesOf(laid: readonly Layout[], index: number): string {
  const wide = laid.map(({ from, slots }) => {
    const share = (slots[index]?.share ?? 1).toFixed(4)
    return `(min-width: ${from}px) calc((100vw - 2 * clamp(20px, 4vw, 72px)) * ${share})`
  })
  return [...wide.reverse(), 'calc(100vw - 40px)'].join(', ')
}
