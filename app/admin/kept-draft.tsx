import { Link } from 'react-router'
import type { Project, ProjectText } from '#portfolio/project/project.ts'
import { Notice } from '#app/ui/notice.tsx'
import { draftOf } from './drafts.ts'

/** Stands where somebody was writing who is no admin any more: the session has ended, or the role is gone. */
export default function KeptDraft({ project, field }: { project: Project; field: ProjectText }) {
  if (!draftOf(project, field)) return null
  return (
    <Notice>
      You can no longer edit here. What you wrote is kept as long as this page stays open.{' '}
      <Link to="/login" target="_blank">
        Log in again
      </Link>
    </Notice>
  )
}
