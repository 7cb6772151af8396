import { useEffect, useRef, useState, type FormEvent } from 'react'
import { href, Link } from 'react-router'
import type { Refusal } from '#portfolio/outcome.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFocusBack } from '#app/ui/focus-back.ts'
import { Said } from '#app/ui/said.tsx'
import { useCreation } from './creation.ts'
import { Intake } from './intake.tsx'
import { Journey } from './journey.tsx'
import LeaveGuard from './leave-guard.tsx'
import { Picker } from './picker.tsx'
import { Pieces } from './pieces.tsx'
import { useReady } from './ready.ts'
import { Failure } from './failure.tsx'
import { acceptedHint } from './sentences.ts'
import { ToolSheet } from './tool-sheet.tsx'
import { useTray } from './tray.ts'
import { useUnsaved } from './unsaved.ts'

/** The form for a new project. `freshId` is a name that no project has been asked for under yet. */
export default function CreateForm({ freshId }: { freshId: string }) {
  const cover = useTray('/create cover')
  const images = useTray('/create')
  const { send, stage, outcome } = useCreation(freshId, cover.tray, images.tray)
  const [written, setWritten] = useState(false)
  const ready = useReady()
  useUnsaved(written)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!(await send(form))) return
    form.reset()
    setWritten(false)
  }
  const pickCover = (files: readonly File[]) => {
    if (files.length === 0) return
    cover.tray.clear()
    cover.tray.add(files)
  }
  const refusal = outcome?.ok === false ? outcome : undefined
  const problems = refusal?.fields ?? {}
  const busy = stage !== null
  // What is written on now would be gone when the form is empty again.
  const readOnly = stage === 'saving'
  const button = useRef<HTMLButtonElement>(null)
  useFocusBack(() => button.current, busy)
  useEffect(() => {
    // What is wrong is said at its field, and heard there.
    if (outcome?.ok === false) button.current?.form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [outcome])
  return (
    <form method="post" className="tool-create" onSubmit={(event) => void submit(event)}>
      <ToolSheet />
      <LeaveGuard />
      <Intake says="Drop the pictures to choose them." onFiles={images.tray.add} />
      <div className="tool-texts" onChange={() => setWritten(true)}>
        <Field
          label="Project Name"
          name="name"
          autoComplete="off"
          error={problems['name']}
          required
          readOnly={readOnly}
        />
        <Field
          label="Project Details"
          name="details"
          multiline
          rows={8}
          error={problems['details']}
          required
          readOnly={readOnly}
        />
      </div>
      <div className="tool-files">
        <div>
          <Picker label="Upload Image" multiple busy={busy} onPick={images.tray.add} />
          <p className="tool-hint">{acceptedHint} Drop them anywhere on the page, or paste them.</p>
          <Pieces tray={images.tray} pieces={images.pieces} readOnly={readOnly} />
          <Said>{images.doubles.length > 0 ? `Chosen already: ${images.doubles.join(', ')}.` : null}</Said>
        </div>
        <div>
          <Picker label="Upload Cover Photo" busy={busy} onPick={pickCover} />
          <Pieces tray={cover.tray} pieces={cover.pieces} readOnly={readOnly} />
        </div>
      </div>
      <div className="tool-end">
        <Told refusal={refusal} />
        <Said>{stage === 'uploading' ? 'Uploading Image...' : outcome?.ok ? <Added {...outcome.value} /> : null}</Said>
        {stage === 'uploading' ? (
          <Journey {...(cover.pieces.some((piece) => !piece.uploadId) ? cover : images)} />
        ) : null}
        <Button
          ref={button}
          type="submit"
          disabled={!ready}
          aria-disabled={busy || undefined}
          aria-busy={busy || undefined}
        >
          Add Project
        </Button>
      </div>
    </form>
  )
}

/** What went wrong, unless it has been said at a text field already. */
function Told({ refusal }: { refusal: Refusal | undefined }) {
  if (!refusal || refusal.fields?.['name'] || refusal.fields?.['details']) return null
  const made = refusal.about && 'made' in refusal.about ? refusal.about.made : null
  return (
    <>
      <Failure says={refusal.message} />
      {made ? <Link to={href('/projects/:projectId', { projectId: made })}>Open the project</Link> : null}
    </>
  )
}

function Added({ id, name }: { id: string; name: string }) {
  return (
    <>
      <Link to={href('/projects/:projectId', { projectId: id })}>
        <bdi>{name}</bdi>
      </Link>{' '}
      was added.
    </>
  )
}
