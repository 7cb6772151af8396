import { useState } from 'react'
import { href } from 'react-router'
import { PhotoFailure } from '#app/admin/replace-photo/photo-failure.tsx'
import type { UnfinishedPhoto } from '#portfolio/photo/photo.ts'
import type { Project } from '#portfolio/project/project.ts'
import { ReplacePhoto } from '#app/admin/replace-photo/replace-photo.tsx'

interface ReplaceCoverProps {
  project: Project
  /** By photo. */
  unfinished: Readonly<Record<string, UnfinishedPhoto>>
}

/** Replaces the cover photo of a project. */
export default function ReplaceCover({ project, unfinished }: ReplaceCoverProps) {
  const action = href('/projects/:projectId', { projectId: project.id })
  const failure = project.coverPhoto ? unfinished[project.coverPhoto.id]?.failure : null
  const [announced, setAnnounced] = useState<string | null>(null)
  return (
    <ReplacePhoto
      action={action}
      fields={{ intent: 'replace-cover' }}
      photo={project.coverPhoto}
      name="cover photo"
      label={`${project.coverPhoto ? 'Replace' : 'Add'} cover photo`}
      failedMessage="Failed to upload cover photo"
      state={
        <>
          {project.coverPhoto && typeof failure === 'string' ? (
            <PhotoFailure
              action={action}
              photo={project.coverPhoto}
              name="cover photo"
              reason={failure}
              onAnnounce={setAnnounced}
            />
          ) : null}
          <p className="visually-hidden" role="status">
            {announced}
          </p>
        </>
      }
    />
  )
}
