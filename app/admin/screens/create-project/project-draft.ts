import { readUnsavedDraft, discardUnsavedDraft, writeUnsavedDraft } from '#app/admin/forms/unsaved-drafts.ts'
import { describeFiles, parseMissingFiles } from '#app/admin/uploads/missing-file.ts'
import type { UploadQueue } from '#app/admin/uploads/upload-queue.ts'
import type { ProjectSubmission } from './project-submission.ts'

interface ProjectTexts {
  readonly name: string
  readonly details: string
}

interface DraftParts {
  readonly cover: UploadQueue
  readonly images: UploadQueue
  readonly submission: Pick<ProjectSubmission, 'requestId' | 'continueRequest'>
}

export type ProjectDraft = ReturnType<typeof createProjectDraft>

/** The unsaved draft of a new project: texts, alt texts and file names, stored on this device until it is saved. */
export function createProjectDraft(userId: string, { cover, images, submission }: DraftParts) {
  let texts: ProjectTexts = { name: '', details: '' }
  let storedName: string | null = null
  let storedJson = ''

  const filesOf = (queue: UploadQueue) => describeFiles(queue.items(), queue.missing())
  const isEmpty = () =>
    texts.name === '' && texts.details === '' && filesOf(cover).length === 0 && filesOf(images).length === 0
  const store = () => {
    if (storedName === null) return
    const draft = { ...texts, requestId: submission.requestId(), cover: filesOf(cover), images: filesOf(images) }
    const json = isEmpty() ? '' : JSON.stringify(draft)
    if (json === storedJson) return
    storedJson = json
    if (json === '') discardUnsavedDraft(userId, storedName)
    else writeUnsavedDraft(userId, storedName, draft)
  }
  return {
    store,
    setTexts(next: ProjectTexts): void {
      texts = next
      store()
    },
    /** Restores the draft with this name, but keeps texts already typed. Returns the texts, `null` without a draft. */
    open(name: string): ProjectTexts | null {
      storedName = name
      const draft = parseDraft(readUnsavedDraft(userId, name))
      if (draft) {
        texts = { name: texts.name || draft.name, details: texts.details || draft.details }
        if (draft.requestId !== null) submission.continueRequest(draft.requestId)
        cover.setMissing(draft.cover)
        images.setMissing(draft.images)
      }
      store()
      return draft && texts
    },
    isEmpty,
    /** Call after a new log-in, because a log-out in another tab discards the stored draft. */
    storeAgain(): void {
      storedJson = ''
      store()
    },
  }
}

function parseDraft(draft: unknown) {
  if (typeof draft !== 'object' || draft === null) return null
  const { name, details, requestId, cover, images } = draft as Record<string, unknown>
  return {
    name: typeof name === 'string' ? name : '',
    details: typeof details === 'string' ? details : '',
    requestId: typeof requestId === 'string' ? requestId : null,
    cover: parseMissingFiles(cover),
    images: parseMissingFiles(images),
  }
}
