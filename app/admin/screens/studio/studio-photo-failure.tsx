import { href } from 'react-router'
import type { PhotoView, UnfinishedPhoto } from '#portfolio/photo/photo.ts'
import { PhotoFailure } from '#app/admin/replace-photo/photo-failure.tsx'

interface StudioPhotoFailureProps {
  photo: PhotoView
  /** For accessible names: `portrait`. */
  name: string
  /** By photo. */
  unfinished: Readonly<Record<string, UnfinishedPhoto>>
}

/** Why a photo of the studio failed, with another attempt; nothing for one that did not. */
export function StudioPhotoFailure({ photo, name, unfinished }: StudioPhotoFailureProps) {
  const failure = unfinished[photo.id]?.failure
  if (typeof failure !== 'string') return null
  return <PhotoFailure action={href('/studio')} photo={photo} name={name} reason={failure} />
}
