import type { ReactNode } from 'react'
import { textKey } from '#portfolio/history/history.ts'
import { projectLimits, type Project, type ProjectText } from '#portfolio/project/project.ts'
import EditableText from '#app/admin/edit-text/editable-text.tsx'
import type { EditingState, TextPart } from '#app/admin/edit-text/editable.ts'
import { projectAction } from '#app/admin/forms/project-action.ts'

interface EditableProjectTextProps extends EditingState {
  project: Project
  field: ProjectText
  children: ReactNode
}

const labels: Record<ProjectText, Pick<TextPart, 'label' | 'noun' | 'kind'>> = {
  name: { label: 'Project Name', noun: 'The project name', kind: 'heading' },
  details: { label: 'Project Details', noun: 'The project details', kind: 'paragraphs' },
}

export default function EditableProjectText({ project, field, ...props }: EditableProjectTextProps) {
  const version = field === 'name' ? project.nameVersion : project.detailsVersion
  const saved = { text: project[field], version }
  const history = { key: textKey({ kind: 'project', id: project.id, field }), name: field }
  return (
    <EditableText
      {...props}
      editable={{
        name: field,
        unsavedDraftName: `text/${project.id}/${field}`,
        action: projectAction(project.id),
        fields: { intent: 'save-text' },
        parts: [{ ...labels[field], field, limit: projectLimits[field], saved, history }],
        failedMessage: 'Failed to update project data',
        savedMessage: project.draft ? 'Saved. Only you see it.' : 'Saved. Visitors see it now.',
      }}
    />
  )
}
