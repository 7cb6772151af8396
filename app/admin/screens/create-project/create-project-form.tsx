import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react'
import { href, Link } from 'react-router'
import type { Refusal } from '#portfolio/result.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import type { CreatedProject, SubmissionStatus } from './project-submission.ts'
import { ChosenFiles } from './chosen-files.tsx'
import { StartOver } from './start-over.tsx'
import { useProjectForm } from './use-project-form.ts'
import { UploadProgress } from '#app/admin/uploads/upload-progress.tsx'
import UnsavedChangesDialog from '#app/admin/forms/unsaved-changes-dialog.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { AccessLostMessage } from '#app/admin/forms/access-lost-message.tsx'
import { readingFolder } from '#app/admin/uploads/choose-files/file-messages.ts'
import { PictureHint } from '#app/admin/uploads/choose-files/picture-hint.tsx'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'

interface CreateProjectFormProps {
  userId: string
  /** Must be unused: the server creates at most one project for each id. */
  requestId: string
  /** Whether the session or the admin role has ended. The form then stays only if something was typed or chosen. */
  accessLost: boolean
  heading: ReactNode
  /** Shown instead of an empty form when access is lost. */
  children: ReactNode
}

export default function CreateProjectForm(props: CreateProjectFormProps) {
  const { userId, requestId, accessLost, heading, children } = props
  const { form, cover, images, pictures, stage, result, draft, ...handlers } = useProjectForm(
    userId,
    requestId,
    accessLost,
  )
  const ready = useHydrated()
  const refusal = result?.ok === false ? result : undefined
  const errors = refusal?.fields ?? {}
  const currentUpload = cover.items.some((item) => !item.isExamined) ? 'cover' : 'images'
  const busy = stage !== null
  // The form is reset after saving, so text typed during the save would be lost.
  const readOnly = stage === 'saving'
  const buttonState = {
    disabled: !ready,
    'aria-disabled': busy || accessLost || undefined,
    'aria-busy': busy || undefined,
  }
  const button = useRef<HTMLButtonElement>(null)
  useReturnFocus(() => button.current, busy)
  // The Start over button disappears when it is used.
  useReturnFocus(() => form.current?.querySelector('input'), draft.restored)
  useEffect(() => {
    if (result?.ok === false) focusFirstProblem(button.current?.form)
  }, [result])
  if (accessLost && draft.isEmpty()) return children
  return (
    <>
      {heading}
      {draft.restored ? <StartOver onConfirmed={handlers.discardAll} /> : null}
      <form
        ref={form}
        method="post"
        className="tool-create"
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          if (!accessLost) void handlers.submit(event.nativeEvent.submitter)
        }}
      >
        <AdminStyles />
        <UnsavedChangesDialog />
        {pictures.dropZone}
        <div className="tool-create-texts" onChange={handlers.edit}>
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
          <ChosenFiles
            label="Upload Image"
            hint={<PictureHint />}
            multiple
            upload={images}
            busy={busy}
            readOnly={readOnly}
            onPick={pictures.choose}
          />
          <ChosenFiles
            label="Upload Cover Photo"
            upload={cover}
            busy={busy}
            readOnly={readOnly}
            onPick={handlers.pickCover}
          />
        </div>
        <div className="tool-form-buttons">
          {accessLost ? <AccessLostMessage /> : <SubmissionFailure refusal={refusal} />}
          <StatusMessage>{statusOf(pictures.isReading, stage, result)}</StatusMessage>
          {stage === 'uploading' ? <UploadProgress key={currentUpload} {...{ cover, images }[currentUpload]} /> : null}
          <div className="tool-row">
            <Button ref={button} type="submit" {...buttonState}>
              Add Project
            </Button>
            <Button type="submit" variant="secondary" name="draft" value="yes" {...buttonState}>
              Save as draft
            </Button>
          </div>
          <p className="tool-hint">‘Add Project’ publishes the project at once. Only admins see a draft.</p>
        </div>
      </form>
    </>
  )
}

function statusOf(isReading: boolean, stage: SubmissionStatus['stage'], result: SubmissionStatus['result']): ReactNode {
  if (isReading) return readingFolder
  if (stage === 'uploading') return 'Uploading Image...'
  return result?.ok ? <CreatedMessage {...result.value} /> : null
}

/** Focuses the first invalid field, or the discard button of the first failed file. The error describes either. */
function focusFirstProblem(form: HTMLFormElement | null | undefined): void {
  form?.querySelector<HTMLElement>('[aria-invalid], [data-failed] .tool-remove')?.focus()
}

/** The reason for a refusal, unless a text field shows it. */
function SubmissionFailure({ refusal }: { refusal: Refusal | undefined }) {
  if (!refusal || refusal.fields?.['name'] || refusal.fields?.['details']) return null
  const projectId = refusal.about && 'projectId' in refusal.about ? refusal.about.projectId : null
  return (
    <>
      <FailureMessage message={refusal.message} />
      {projectId ? <Link to={href('/projects/:slug', { slug: projectId })}>Open the project</Link> : null}
    </>
  )
}

function CreatedMessage({ slug, name, draft }: CreatedProject) {
  return (
    <>
      <Link to={href('/projects/:slug', { slug })}>
        <bdi>{name}</bdi>
      </Link>{' '}
      {draft ? 'was saved as a draft.' : 'was added.'}
    </>
  )
}
