import { useState } from 'react'
import { href } from 'react-router'
import type { UnfinishedPhoto } from '#portfolio/photo/photo.ts'
import { drawings, type Drawing, type EditableValue } from '#portfolio/value/value.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { ReplacePhoto } from '#app/admin/replace-photo/replace-photo.tsx'
import { PhotoState } from '#app/admin/replace-photo/photo-state.tsx'

const labels: Readonly<Record<Drawing, string>> = {
  bespoke: 'Drawing: a niche with shelves',
  room: 'Drawing: a room in perspective',
  materials: 'Drawing: a section through materials',
}

interface ValuePictureProps {
  value: EditableValue
  number: number
  /** Keyed by photo id. */
  unfinished: Readonly<Record<string, UnfinishedPhoto>>
}

/** Chooses a drawing for a value, or uploads a photo. */
export function ValuePicture({ value: { id, drawing, photo }, number, unfinished }: ValuePictureProps) {
  const { submit, submitting } = useActionFetcher(href('/studio'))
  const [failure, setFailure] = useState<string | null>(null)
  const choose = async (chosen: string) => {
    setFailure(null)
    const result = await submit({ intent: 'set-drawing', valueId: id, drawing: chosen })
    if (!result.ok) setFailure(result.message)
  }
  const name = `picture of value ${number}`
  return (
    <div className="tool-value-picture">
      <select
        className="tool-line-input"
        aria-label={`Drawing of value ${number}`}
        value={photo ? 'photo' : drawing}
        aria-busy={submitting || undefined}
        onChange={({ currentTarget }) => void choose(currentTarget.value)}
      >
        {photo ? <option value="photo">Your photograph</option> : null}
        {drawings.map((option) => (
          <option key={option} value={option}>
            {labels[option]}
          </option>
        ))}
        <option value="">No picture</option>
      </select>
      {failure === null ? null : <FailureMessage message="Failed to update the studio" reason={failure} />}
      <ReplacePhoto
        action={href('/studio')}
        fields={{ intent: 'replace-photo', place: 'value', valueId: id }}
        photo={photo}
        name={name}
        label="Use a photograph"
        pickerName={`Use a photograph for value ${number}`}
        failedMessage="Failed to upload the picture"
        state={
          <PhotoState
            action={href('/studio')}
            photo={photo}
            name={name}
            unfinished={unfinished}
            failedMessage="Failed to update the studio"
          />
        }
      />
    </div>
  )
}
