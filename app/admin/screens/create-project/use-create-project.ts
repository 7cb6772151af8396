import { href } from 'react-router'
import { useRef, useState, useSyncExternalStore } from 'react'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import type { UploadQueue } from '#app/admin/uploads/upload-queue.ts'
import { createProjectSubmission, type CreatedProject } from './project-submission.ts'

/** Creates projects from the form. `requestId` must be unused: the server creates at most one project for each id. */
export function useCreateProject(requestId: string, cover: UploadQueue, images: UploadQueue) {
  const { submit: post } = useActionFetcher<CreatedProject>(href('/create'))
  const [submission] = useState(() => createProjectSubmission({ cover, images }, requestId))
  const status = useSyncExternalStore(submission.subscribe, submission.status, submission.status)
  const currentRequestId = useRef(requestId)
  currentRequestId.current = requestId
  /** `button` is the submit button that was pressed; it decides whether the project becomes a draft. */
  const create = (form: HTMLFormElement, button: HTMLElement | null, waitForFolders: () => Promise<boolean> | null) =>
    submission.submit({
      readForm: () => new FormData(form, button),
      waitForFolders,
      post,
      readRequestId: () => currentRequestId.current,
    })
  return { create, submission, ...status }
}
