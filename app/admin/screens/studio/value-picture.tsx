import { href } from 'react-router'
import type { UnfinishedPhoto } from '#portfolio/photo/photo.ts'
import { drawings, type Drawing, type EditableValue } from '#portfolio/value/value.ts'
import { useSavedChoice } from '#app/admin/forms/use-saved-choice.tsx'
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

export function ValuePicture({ value: { id, drawing, photo }, number, unfinished }: ValuePictureProps) {
  const { selectProps, message } = useSavedChoice({
    action: href('/studio'),
    saved: photo ? 'photo' : drawing,
    formOf: (chosen) => ({ intent: 'set-drawing', valueId: id, drawing: chosen }),
    savedMessage: null,
    failedMessage: 'Failed to update the studio',
  })
  const name = `picture of value ${number}`
  return (
    <div className="tool-value-picture">
      <select className="tool-line-input" aria-label={`Drawing of value ${number}`} {...selectProps}>
        {selectProps.value === 'photo' ? <option value="photo">Your photograph</option> : null}
        {drawings.map((option) => (
          <option key={option} value={option}>
            {labels[option]}
          </option>
        ))}
        <option value="">No picture</option>
      </select>
      {message}
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
