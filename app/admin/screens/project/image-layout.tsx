import type { ImageLayout, PhotoView } from '#portfolio/photo/photo.ts'
import { useSavedChoice } from '#app/admin/forms/use-saved-choice.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

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
  const ready = useHydrated()
  const { selectProps, message } = useSavedChoice({
    action,
    saved: photo.layout ?? 'automatic',
    formOf: (layout) => ({ intent: 'set-layout', photoId: photo.id, layout }),
  })
  return (
    <>
      <select className="tool-layout" aria-label={`Layout of ${name}`} disabled={!ready} {...selectProps}>
        {Object.entries(layouts).map(([layout, label]) => (
          <option key={layout} value={layout} disabled={isLast && (layout === 'pair' || layout === 'compare')}>
            {label}
          </option>
        ))}
      </select>
      {message}
    </>
  )
}
