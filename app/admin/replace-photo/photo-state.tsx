import { useState } from 'react'
import type { PhotoView, UnfinishedPhoto } from '#portfolio/photo/photo.ts'
import { PhotoFailure } from './photo-failure.tsx'

interface PhotoStateProps {
  action: string
  photo: PhotoView | null
  /** For accessible names: `cover photo`. */
  name: string
  /** Keyed by photo id. */
  unfinished: Readonly<Record<string, UnfinishedPhoto>>
  failedMessage: string
}

/** Says why a photo outside a gallery failed, with a button to try again. Otherwise renders only a live region. */
export function PhotoState({ action, photo, name, unfinished, failedMessage }: PhotoStateProps) {
  const [announced, setAnnounced] = useState<string | null>(null)
  const { originalId, failure } = (photo && unfinished[photo.id]) ?? { originalId: '', failure: null }
  return (
    <>
      {photo && failure !== null ? (
        <PhotoFailure
          action={action}
          photo={photo}
          originalId={originalId}
          name={name}
          reason={failure}
          failedMessage={failedMessage}
          onAnnounce={setAnnounced}
        />
      ) : null}
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </>
  )
}
