import { href } from 'react-router'
import type { Project } from '#portfolio/project/project.ts'
import { ReplacePhoto } from '#app/admin/replace-photo/replace-photo.tsx'

/** Replaces the cover photo of a project. */
export default function ReplaceCover({ project }: { project: Project }) {
  return (
    <ReplacePhoto
      action={href('/projects/:projectId', { projectId: project.id })}
      fields={{ intent: 'replace-cover' }}
      photo={project.coverPhoto}
      name="cover photo"
      label={`${project.coverPhoto ? 'Replace' : 'Add'} cover photo`}
      failedMessage="Failed to upload cover photo"
    />
  )
}
