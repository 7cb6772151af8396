import { useEffect, useState, type RefObject } from 'react'
import { lockUnsavedDraft } from '#app/admin/forms/lock-unsaved-draft.ts'
import type { UploadQueue } from '#app/admin/uploads/upload-queue.ts'
import { createProjectDraft } from './project-draft.ts'
import type { ProjectSubmission } from './project-submission.ts'

interface FormParts {
  readonly form: RefObject<HTMLFormElement | null>
  readonly cover: UploadQueue
  readonly images: UploadQueue
  readonly submission: ProjectSubmission
}

export function useProjectDraft(
  userId: string,
  requestId: string,
  accessLost: boolean,
  { form, cover, images, submission }: FormParts,
) {
  const [draft] = useState(() => createProjectDraft(userId, { cover, images, submission }))
  const [newDraftId] = useState(requestId)
  const [restored, setRestored] = useState(false)

  useEffect(() => {
    const closed = new AbortController()
    // Texts typed before hydration, or restored by the browser.
    if (form.current) draft.setTexts(readTexts(form.current))
    void lockUnsavedDraft(userId, 'create', newDraftId, closed.signal).then((name) => {
      if (closed.signal.aborted) return
      const texts = draft.open(name)
      if (texts && form.current) fillTexts(form.current, texts)
      setRestored(texts !== null)
    })
    const subscriptions = [cover, images, submission].map((part) => part.subscribe(draft.store))
    return () => {
      closed.abort()
      for (const unsubscribe of subscriptions) unsubscribe()
    }
  }, [draft, userId, newDraftId, form, cover, images, submission])

  useEffect(() => {
    if (!accessLost) draft.storeAgain()
  }, [draft, accessLost])
  return {
    restored,
    isEmpty: draft.isEmpty,
    storeTexts: () => form.current && draft.setTexts(readTexts(form.current)),
    clearTexts() {
      draft.setTexts({ name: '', details: '' })
      setRestored(false)
    },
  }
}

function readTexts(form: HTMLFormElement) {
  const texts = new FormData(form)
  return { name: String(texts.get('name') ?? ''), details: String(texts.get('details') ?? '') }
}

function fillTexts(form: HTMLFormElement, texts: ReturnType<typeof readTexts>): void {
  for (const [name, text] of Object.entries(texts)) {
    const input = form.elements.namedItem(name)
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.value = text
  }
}
