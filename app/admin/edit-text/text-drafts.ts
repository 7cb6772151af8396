import type { Project, ProjectText } from '#portfolio/project/project.ts'

/** An unsaved text and the saved version that it is based on. */
export interface TextDraft {
  readonly text: string
  readonly version: number
}

/** Drafts are separate for each account, project and field. */
export interface DraftKey {
  readonly userId: string
  readonly projectId: string
  readonly field: ProjectText
}

// Module state rather than component state: a failed revalidation unmounts the page and shows an error instead.
const drafts = new Map<string, TextDraft>()

export function savedText(project: Project, field: ProjectText): TextDraft {
  return { text: project[field], version: field === 'name' ? project.nameVersion : project.detailsVersion }
}

export function findTextDraft(draftKey: DraftKey): TextDraft | null {
  return drafts.get(storageKey(draftKey)) ?? null
}

/** Keeps the draft until the tab is closed; `null` discards it. */
export function storeTextDraft(draftKey: DraftKey, draft: TextDraft | null): void {
  if (draft) drafts.set(storageKey(draftKey), draft)
  else drafts.delete(storageKey(draftKey))
}

/** Whether any account has a draft of this text in this tab. */
export function hasTextDraft(projectId: string, field: ProjectText): boolean {
  return [...drafts.keys()].some((key) => key.endsWith(`/${projectId}/${field}`))
}

function storageKey({ userId, projectId, field }: DraftKey): string {
  return `${userId}/${projectId}/${field}`
}
