import type { ReactNode } from 'react'
import type { StudioValue } from '#portfolio/value/value.ts'
import { valueDrawings } from '#app/visitor/drawings/value-drawings.tsx'
import { Photo } from '#app/ui/photo/photo.tsx'
import { columns, onPhones } from '#app/ui/photo/sizes-attribute.ts'
import { twoDigits } from '#app/ui/two-digits.ts'
import styles from './value-list.module.css'

interface ValueListProps<Value extends StudioValue> {
  values: readonly Value[]
  /** Adds an editor to the texts of a value. */
  editText?: (value: Value, index: number, texts: ReactNode) => ReactNode
  pictureTools?: (value: Value, index: number) => ReactNode
}

export function ValueList<Value extends StudioValue>({ values, editText, pictureTools }: ValueListProps<Value>) {
  if (values.length === 0) return <div className={styles.none} />
  return (
    <ol className={styles.values}>
      {values.map((value, index) => {
        const texts = (
          <div className={styles.texts}>
            {/* Only a value that was just added has no texts. */}
            {value.title ? <h2 dir="auto">{value.title}</h2> : null}
            {value.text ? <p dir="auto">{value.text}</p> : null}
          </div>
        )
        return (
          <li key={value.id} className={styles.value}>
            <div className={styles.drawing}>
              <Picture value={value} />
              {pictureTools?.(value, index)}
            </div>
            <div className={styles.text}>
              <span className={styles.number} aria-hidden>
                {twoDigits(index + 1)}
              </span>
              {editText ? editText(value, index, texts) : texts}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

const photoSizes = [onPhones(), columns(5)]

function Picture({ value: { photo, drawing } }: { value: StudioValue }) {
  if (photo) return <Photo photo={photo} sizes={photoSizes} />
  const Drawing = drawing ? valueDrawings[drawing] : null
  return Drawing ? <Drawing /> : null
}
