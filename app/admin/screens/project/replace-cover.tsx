import { ImageKind } from '#app/admin/image-details/image-kind.tsx'
import { PhotoState } from '#app/admin/replace-photo/photo-state.tsx'
import type { UnfinishedPhoto } from '#portfolio/photo/photo.ts'
import type { Project } from '#portfolio/project/project.ts'
import { ReplacePhoto } from '#app/admin/replace-photo/replace-photo.tsx'
import { projectAction } from '#app/admin/forms/project-action.ts'

interface ReplaceCoverProps {
  project: Project
  /** Keyed by photo id. */
  unfinished: Readonly<Record<string, UnfinishedPhoto>>
}

export default function ReplaceCover({ project, unfinished }: ReplaceCoverProps) {
  const action = projectAction(project.id)
  const { coverPhoto, coverImageId, images } = project
  const imagePosition = images.findIndex(({ id }) => id === coverPhoto?.id) + 1
  // If the cover is an image of the gallery, its tools are there.
  const photo = imagePosition > 0 ? null : coverPhoto
  return (
    <ReplacePhoto
      action={action}
      fields={{ intent: 'replace-cover' }}
      photo={photo}
      name="cover photo"
      label={`${photo ? 'Replace' : 'Add'} cover photo`}
      failedMessage="Failed to upload cover photo"
      details={photo ? <ImageKind action={action} photo={photo} name="cover photo" /> : null}
      emptyNote={
        imagePosition > 0 ? (
          <p className="tool-hint">
            {coverImageId === coverPhoto?.id
              ? `Image ${imagePosition} of the gallery is the cover.`
              : 'Without a cover photo, the first image of the gallery is the cover.'}
          </p>
        ) : null
      }
      state={
        <PhotoState
          action={action}
          photo={photo}
          name="cover photo"
          unfinished={unfinished}
          failedMessage="Failed to update project data"
        />
      }
    />
  )
}
