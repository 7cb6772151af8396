import { useRef, useState } from 'react'
import { useUnsavedChanges } from '#app/admin/forms/unsaved-changes.ts'
import { useDropPictures } from '#app/admin/uploads/choose-files/use-drop-pictures.tsx'
import { useUploadQueue } from '#app/admin/uploads/use-upload-queue.ts'
import { useCreateProject } from './use-create-project.ts'
import { useProjectDraft } from './use-project-draft.ts'

export function useProjectForm(userId: string, requestId: string, accessLost: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const cover = useUploadQueue('/create cover')
  const images = useUploadQueue('/create')
  const pictures = useDropPictures(images.queue.add)
  const { create, submission, stage, result } = useCreateProject(requestId, cover.queue, images.queue)
  const draft = useProjectDraft(userId, requestId, accessLost, {
    form,
    cover: cover.queue,
    images: images.queue,
    submission,
  })
  const [edited, setEdited] = useState(false)
  useUnsavedChanges(edited)

  const clearTexts = () => {
    form.current?.reset()
    draft.clearTexts()
    setEdited(false)
  }
  return {
    form,
    cover,
    images,
    pictures,
    stage,
    result,
    draft,
    edit() {
      setEdited(true)
      draft.storeTexts()
    },
    async submit(button: HTMLElement | null) {
      if (form.current && (await create(form.current, button, pictures.waitForFolders))) clearTexts()
    },
    pickCover(files: readonly File[]) {
      if (files.length === 0) return
      cover.queue.clear()
      cover.queue.add(files)
      cover.queue.setMissing([])
    },
    discardAll() {
      // The restored draft may have been submitted, and its id creates at most one project.
      submission.continueRequest(requestId)
      for (const { queue } of [cover, images]) {
        queue.clear()
        queue.setMissing([])
      }
      clearTexts()
    },
  }
}
