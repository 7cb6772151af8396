import { href } from 'react-router'
import type { StudioPhoto } from '#portfolio/studio/studio.ts'
import EditableText from '#app/admin/edit-text/editable-text.tsx'
import type { EditingState } from '#app/admin/edit-text/editable.ts'
import { useSavedChoice } from '#app/admin/forms/use-saved-choice.tsx'
import { ReplacePhoto } from '#app/admin/replace-photo/replace-photo.tsx'
import type { UnfinishedPhoto } from '#portfolio/photo/photo.ts'
import { photoLimits } from '#portfolio/photo/photo-limits.ts'
import { PhotoCaption } from '#app/visitor/studio/photo-caption.tsx'
import { PhotoState } from '#app/admin/replace-photo/photo-state.tsx'

interface StudioPhotoToolsProps {
  place: 'hero' | 'portrait'
  photo: StudioPhoto | null
  editing: EditingState
  /** The projects to choose from: the photo can show one of them. */
  projects: readonly { readonly id: string; readonly name: string }[]
  /** Keyed by photo id. */
  unfinished: Readonly<Record<string, UnfinishedPhoto>>
}

const emptyNotes = {
  hero: 'The first picture that visitors see belongs here: a wide one, with a plain area behind the heading.',
  portrait: 'An upright portrait of you belongs here.',
}

export default function StudioPhotoTools({ place, photo, editing, projects, unfinished }: StudioPhotoToolsProps) {
  return (
    <div className="tool-studio-photo">
      {photo ? <EditableCaption name={`${place} caption`} photo={photo} editing={editing} /> : null}
      <ReplacePhoto
        action={href('/studio')}
        fields={{ intent: 'replace-photo', place }}
        photo={photo}
        name={place}
        label={`Replace ${place}`}
        failedMessage="Failed to upload the picture"
        state={
          <PhotoState
            action={href('/studio')}
            photo={photo}
            name={place}
            unfinished={unfinished}
            failedMessage="Failed to update the studio"
          />
        }
        emptyNote={<p className="tool-empty-note">{emptyNotes[place]}</p>}
        details={photo ? <ShownProject name={place} photo={photo} projects={projects} /> : null}
      />
    </div>
  )
}

interface EditableCaptionProps {
  name: string
  photo: StudioPhoto
  editing: EditingState
}

function EditableCaption({ name, photo, editing }: EditableCaptionProps) {
  return (
    <EditableText
      {...editing}
      editable={{
        name,
        unsavedDraftName: `text/photo/${photo.id}/caption`,
        action: href('/studio'),
        fields: { intent: 'save-caption', photoId: photo.id },
        parts: [
          {
            field: 'caption',
            label: 'Caption',
            noun: 'The caption',
            limit: photoLimits.caption,
            saved: { text: photo.caption, version: photo.captionVersion },
          },
        ],
        failedMessage: 'Failed to update the studio',
        savedMessage: 'Saved. Visitors see it now.',
      }}
    >
      {photo.caption || photo.shownProject ? (
        <PhotoCaption photo={photo} />
      ) : (
        <p className="tool-empty-note">A caption can appear here.</p>
      )}
    </EditableText>
  )
}

function ShownProject({
  name,
  photo,
  projects,
}: Pick<StudioPhotoToolsProps, 'projects'> & { name: string; photo: StudioPhoto }) {
  const { selectProps, message } = useSavedChoice({
    action: href('/studio'),
    saved: photo.shownProject?.id ?? '',
    formOf: (shownProjectId) => ({ intent: 'set-shown-project', photoId: photo.id, shownProjectId }),
    savedMessage: 'Saved. Visitors see it now.',
    failedMessage: 'Failed to update the studio',
  })
  return (
    <div className="tool-field tool-shown-project">
      <label className="tool-label">
        Project shown
        <select className="tool-line-input" aria-label={`Project shown in the ${name}`} {...selectProps}>
          <option value="">None</option>
          {projects.map(({ id, name: projectName }) => (
            <option key={id} value={id}>
              {projectName}
            </option>
          ))}
        </select>
      </label>
      <p className="tool-hint">The caption links to it.</p>
      {message}
    </div>
  )
}
