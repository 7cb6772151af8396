import { useId } from 'react'
import type { ImageLayout, PhotoView } from '#portfolio/photo/photo.ts'
import { useSavedChoice } from '#app/admin/forms/use-saved-choice.tsx'

const layouts: Readonly<Record<ImageLayout, string>> = {
  automatic: 'Automatic',
  full: 'Full width',
  pair: 'Pair with next',
  compare: 'Before and after',
}

interface ImageLayoutFieldProps {
  action: string
  photo: PhotoView
  /** For accessible names: `image 3`. */
  name: string
  /** Two of the layouts need an image that follows. */
  isLast: boolean
}

export function ImageLayoutField({ action, photo, name, isLast }: ImageLayoutFieldProps) {
  const id = useId()
  const { selectProps, message } = useSavedChoice({
    action,
    saved: photo.layout ?? 'automatic',
    formOf: (layout) => ({ intent: 'set-layout', photoId: photo.id, layout }),
  })
  return (
    <div className="tool-field">
      <label htmlFor={id} className="tool-label">
        Layout
      </label>
      <select id={id} className="tool-line-input" aria-label={`Layout of ${name}`} {...selectProps}>
        {Object.entries(layouts).map(([layout, label]) => (
          <option key={layout} value={layout} disabled={isLast && (layout === 'pair' || layout === 'compare')}>
            {label}
          </option>
        ))}
      </select>
      {message}
    </div>
  )
}
