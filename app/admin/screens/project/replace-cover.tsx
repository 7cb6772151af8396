import { href } from 'react-router'
import { PhotoState } from '#app/admin/replace-photo/photo-state.tsx'
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
  return (
    <ReplacePhoto
      action={action}
      fields={{ intent: 'replace-cover' }}
      photo={project.coverPhoto}
      name="cover photo"
      label={`${project.coverPhoto ? 'Replace' : 'Add'} cover photo`}
      failedMessage="Failed to upload cover photo"
      state={
        <PhotoState
          action={action}
          photo={project.coverPhoto}
          name="cover photo"
          unfinished={unfinished}
          failedMessage="Failed to update project data"
        />
      }
    />
  )
}
