import { useId, type ReactNode } from 'react'
import type { RemovedItem } from '#portfolio/bin/bin.ts'
import { useTimeFormat } from '#app/admin/forms/use-time-format.ts'
import { Photo } from '#app/ui/photo/photo.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** How many photos are shown of images that were removed together. */
const maxPhotos = 4

interface BinRowProps {
  item: RemovedItem
  busy: boolean
  onRestore: () => void
  onErase: () => void
}

export function BinRow({ item, busy, onRestore, onErase }: BinRowProps) {
  const id = useId()
  const { formatDate } = useTimeFormat()
  const ready = useHydrated()
  const button = (label: ReactNode, className: string, onClick: () => void) => (
    <button
      type="button"
      className={className}
      aria-describedby={id}
      disabled={!ready}
      // Not `disabled`, because the button would lose focus.
      aria-disabled={busy || undefined}
      onClick={() => busy || onClick()}
    >
      {label}
    </button>
  )
  return (
    <li className="bin-row">
      <div className="bin-photos" data-empty={item.photos.length === 0 || undefined}>
        {item.photos.slice(0, maxPhotos).map((photo) => (
          <span key={photo.id} className="bin-photo">
            <Photo photo={photo} alt={photo.alt} crop sizes={[{ width: '96px' }]} />
          </span>
        ))}
      </div>
      <div id={id} className="bin-text">
        <span className="bin-name" dir="auto">
          {nameOf(item)}
        </span>
        <span className="bin-facts">{factsOf(item)}</span>
        <span className="bin-facts">
          Deleted {formatDate(item.removedAt)}; will be deleted for good on {formatDate(item.expiresAt)}
        </span>
      </div>
      <div className="bin-tools">
        {button(
          <>
            Restore<span className="visually-hidden"> {nameOf(item, 'image')}</span>
          </>,
          'tool-link',
          onRestore,
        )}
        {button('Delete for good', 'tool-link tool-danger', onErase)}
      </div>
    </li>
  )
}

/** `noun` starts the name of a single image. */
export function nameOf(item: RemovedItem, noun = 'Image'): string {
  if (item.kind === 'project') return item.name
  const [first, ...others] = item.positions
  return `${others.length > 0 ? `${others.length + 1} images` : `${noun} ${first}`} of ${item.projectName}`
}

function factsOf(item: RemovedItem): string {
  if (item.kind === 'images') return item.photos.map(({ alt }) => alt).find(Boolean) ?? 'From the gallery'
  return `${item.draft ? 'Draft' : 'Project'} with ${item.imageCount === 1 ? '1 image' : `${item.imageCount} images`}`
}
