import type { Project, ProjectText } from '#portfolio/project/project.ts'

/** A text that is being written, and the version that it is to replace. */
export interface Draft {
  readonly text: string
  readonly version: number
}

// Outlives the page: should reading it again fail, an error stands in its place for a while.
const drafts = new Map<string, Draft>()

/** What stands on the page now. */
export function standing(project: Project, field: ProjectText): Draft {
  return { text: project[field], version: field === 'name' ? project.nameVersion : project.detailsVersion }
}

export function draftOf(project: Project, field: ProjectText): Draft | null {
  return drafts.get(keyOf(project, field)) ?? null
}

/** Keeps the draft as long as this tab lives; `null` forgets it. */
export function keepDraft(project: Project, field: ProjectText, draft: Draft | null): void {
  if (draft) drafts.set(keyOf(project, field), draft)
  else drafts.delete(keyOf(project, field))
}

function keyOf(project: Project, field: ProjectText): string {
  return `${project.id}/${field}`
}
