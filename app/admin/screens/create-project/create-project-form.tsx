import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { href, Link } from 'react-router'
import type { Refusal } from '#portfolio/result.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import type { CreatedProject } from './project-submission.ts'
import { useCreateProject } from './use-create-project.ts'
import { DropZone } from '#app/admin/uploads/drop-zone.tsx'
import { UploadProgress } from '#app/admin/uploads/upload-progress.tsx'
import UnsavedChangesDialog from '#app/admin/forms/unsaved-changes-dialog.tsx'
import { FilePicker } from '#app/admin/uploads/file-picker.tsx'
import { QueueList } from '#app/admin/uploads/queue-list.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { acceptedTypesHint } from '#app/admin/uploads/file-messages.ts'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { useUploadQueue } from '#app/admin/uploads/use-upload-queue.ts'
import { useUnsavedChanges } from '#app/admin/forms/unsaved-changes.ts'

/** The form for a new project. `requestId` must be unused: the server creates one project for each id. */
export default function CreateProjectForm({ requestId }: { requestId: string }) {
  const cover = useUploadQueue('/create cover')
  const images = useUploadQueue('/create')
  const { create, stage, result } = useCreateProject(requestId, cover.queue, images.queue)
  const [edited, setEdited] = useState(false)
  const ready = useHydrated()
  useUnsavedChanges(edited)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!(await create(form, event.nativeEvent.submitter))) return
    form.reset()
    setEdited(false)
  }
  const pickCover = (files: readonly File[]) => {
    if (files.length === 0) return
    cover.queue.clear()
    cover.queue.add(files)
  }
  const refusal = result?.ok === false ? result : undefined
  const errors = refusal?.fields ?? {}
  const busy = stage !== null
  // The form is reset after saving, so text typed during the save would be lost.
  const readOnly = stage === 'saving'
  const buttonState = { disabled: !ready, 'aria-disabled': busy || undefined, 'aria-busy': busy || undefined }
  const button = useRef<HTMLButtonElement>(null)
  useReturnFocus(() => button.current, busy)
  useEffect(() => {
    if (result?.ok === false) focusFirstError(button.current?.form)
  }, [result])
  return (
    <form method="post" className="tool-create" onSubmit={(event) => void submit(event)}>
      <AdminStyles />
      <UnsavedChangesDialog />
      <DropZone message="Drop the pictures to choose them." onFiles={images.queue.add} />
      <div className="tool-create-texts" onChange={() => setEdited(true)}>
        <Field
          label="Project Name"
          name="name"
          autoComplete="off"
          error={errors['name']}
          required
          readOnly={readOnly}
        />
        <Field
          label="Project Details"
          name="details"
          multiline
          rows={8}
          error={errors['details']}
          required
          readOnly={readOnly}
        />
      </div>
      <div className="tool-create-images">
        <div>
          <FilePicker label="Upload Image" multiple busy={busy} onPick={images.queue.add} />
          <p className="tool-hint">{acceptedTypesHint} Drop them anywhere on the page, or paste them.</p>
          <QueueList queue={images.queue} items={images.items} readOnly={readOnly} replaceable />
          <StatusMessage>
            {images.duplicates.length > 0 ? `Chosen already: ${images.duplicates.join(', ')}.` : null}
          </StatusMessage>
        </div>
        <div>
          <FilePicker label="Upload Cover Photo" busy={busy} onPick={pickCover} />
          <QueueList queue={cover.queue} items={cover.items} readOnly={readOnly} replaceable />
        </div>
      </div>
      <div className="tool-form-buttons">
        <SubmissionFailure refusal={refusal} />
        <StatusMessage>
          {stage === 'uploading' ? 'Uploading Image...' : result?.ok ? <CreatedMessage {...result.value} /> : null}
        </StatusMessage>
        {stage === 'uploading' ? (
          <UploadProgress {...(cover.items.some((item) => !item.isExamined) ? cover : images)} />
        ) : null}
        <div className="tool-row">
          <Button ref={button} type="submit" {...buttonState}>
            Add Project
          </Button>
          <Button type="submit" variant="secondary" name="draft" value="yes" {...buttonState}>
            Save as draft
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Focuses the first invalid field, or the remove button of a failed file; both are described by their error. */
function focusFirstError(form: HTMLFormElement | null | undefined): void {
  form?.querySelector<HTMLElement>('[aria-invalid], [data-failed] .tool-remove')?.focus()
}

/** The reason for a refusal, unless a text field shows it. */
function SubmissionFailure({ refusal }: { refusal: Refusal | undefined }) {
  if (!refusal || refusal.fields?.['name'] || refusal.fields?.['details']) return null
  const projectId = refusal.about && 'projectId' in refusal.about ? refusal.about.projectId : null
  return (
    <>
      <FailureMessage message={refusal.message} />
      {projectId ? <Link to={href('/projects/:projectId', { projectId })}>Open the project</Link> : null}
    </>
  )
}

function CreatedMessage({ id, name, draft }: CreatedProject) {
  return (
    <>
      <Link to={href('/projects/:projectId', { projectId: id })}>
        <bdi>{name}</bdi>
      </Link>{' '}
      {draft ? 'was saved as a draft.' : 'was added.'}
    </>
  )
}
