import { href } from 'react-router'
import type { StudioPhoto } from '#portfolio/studio/studio.ts'
import { ReplacePhoto } from '#app/admin/replace-photo/replace-photo.tsx'
import { Photo } from '#app/ui/photo/photo.tsx'
import { SetupForm } from './setup-form.tsx'
import type { SetupProps } from './setup-props.ts'

const places = {
  portrait: { name: 'Portrait', emptyNote: 'An upright portrait of you:' },
  hero: {
    name: 'Hero',
    emptyNote: 'The first picture of the site, wide, with a plain area for the heading:',
  },
} as const

/** The portrait and the hero, each uploaded as soon as a file is dropped or chosen. Sample photos are not shown. */
export function PicturesScreen({ photos, samples, result, next }: SetupProps) {
  const own = (photo: StudioPhoto | null) => (photo && samples.photos.includes(photo.id) ? null : photo)
  return (
    <>
      <p>
        Two pictures that people remember. They are saved as soon as you <span className="tool-drop-hint">drop or</span>{' '}
        choose them.
      </p>
      <div className="tool-setup-pictures">
        {(['portrait', 'hero'] as const).map((place) => (
          <div key={place} className="tool-setup-picture" data-place={place}>
            <h2 className="tool-label">{places[place].name}</h2>
            <ReplacePhoto
              action={href('/studio')}
              fields={{ intent: 'replace-photo', place }}
              photo={own(photos[place])}
              name={place}
              label={`Replace ${place}`}
              failedMessage="Failed to upload the picture"
              frame={<Frame photo={own(photos[place])} emptyNote={places[place].emptyNote} />}
            />
          </div>
        ))}
      </div>
      <SetupForm buttons={[['finish-pictures', 'Continue']]} next={next} result={result} />
    </>
  )
}

const frameSizes = [{ below: 769, width: '100vw - 40px' }, { width: '40rem' }]

function Frame({ photo, emptyNote }: { photo: StudioPhoto | null; emptyNote: string }) {
  return photo ? (
    <Photo photo={photo} sizes={frameSizes} crop />
  ) : (
    <p className="tool-setup-empty-note">
      <span>
        {emptyNote} <span className="tool-drop-hint">drop it here, or</span> choose it below.
      </span>
    </p>
  )
}
