import { useId, useState, type FormEvent } from 'react'
import { photoLimits, type Photograph } from '#portfolio/photo/photo.ts'
import type { Refusal } from '#portfolio/outcome.ts'
import { Said } from '#app/ui/said.tsx'
import { useAsk } from './ask.ts'
import { Failure } from './failure.tsx'
import { useUnsaved } from './unsaved.ts'

interface AltEditorProps {
  action: string
  photo: Photograph
  /** What the picture is called: `image 3`. */
  name: string
}

/** What a picture shows, in words, to be written over and saved. */
export function AltEditor({ action, photo, name }: AltEditorProps) {
  const { ask, asking } = useAsk(action)
  // What was there when the writing began: another one that came meanwhile is not written over unseen.
  const [draft, setDraft] = useState<{ text: string; was: string } | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [saved, setSaved] = useState(false)
  const id = useId()
  const text = draft?.text ?? photo.alt
  useUnsaved(draft !== null && draft.text !== photo.alt)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (asking) return
    setSaved(false)
    setRefusal(null)
    const outcome = await ask({ intent: 'describe-image', photoId: photo.id, alt: text, was: draft?.was ?? photo.alt })
    setSaved(outcome.ok)
    if (outcome.ok) return setDraft(null)
    setRefusal(outcome)
    if (outcome.newer) setDraft({ text, was: outcome.newer.theirs })
  }
  const theirs = refusal?.newer?.theirs
  return (
    <form className="tool-describe" noValidate onSubmit={(event) => void save(event)}>
      <label htmlFor={id} className="tool-label">
        Alt text
      </label>
      <div className="tool-line">
        <input
          id={id}
          type="text"
          dir="auto"
          autoComplete="off"
          aria-label={`Alt text of ${name}`}
          aria-describedby={`${id}-hint`}
          maxLength={photoLimits.alt}
          readOnly={asking}
          value={text}
          onChange={({ currentTarget }) => {
            setSaved(false)
            setDraft({ text: currentTarget.value, was: draft?.was ?? photo.alt })
          }}
        />
        <button
          type="submit"
          className="tool-link"
          aria-label={`Save alt text of ${name}`}
          aria-busy={asking || undefined}
        >
          Save
        </button>
      </div>
      <p id={`${id}-hint`} className="tool-hint">
        What the picture shows, for those who cannot see it.
      </p>
      {refusal ? <Failure says="Failed to update project data" why={refusal} /> : null}
      {theirs === undefined ? null : (
        <p className="tool-hint">
          {theirs === '' ? 'It was emptied.' : <SaysNow text={theirs} />} Save again to put yours in its place.
        </p>
      )}
      <Said>{saved ? 'Saved.' : null}</Said>
    </form>
  )
}

function SaysNow({ text }: { text: string }) {
  return (
    <>
      It says now: “<bdi>{text}</bdi>”
    </>
  )
}
