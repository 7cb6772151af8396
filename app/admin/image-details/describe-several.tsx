import { useId, useState, type FormEvent } from 'react'
import { photoLimits } from '#portfolio/photo/photo-limits.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { Project } from '#portfolio/project/project.ts'
import type { Result } from '#portfolio/result.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { imagesForm } from '#app/admin/forms/project-action.ts'
import { useUnsavedChanges } from '#app/admin/forms/unsaved-changes.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { KindOptions } from './image-kind.tsx'
import { creditHint } from './image-text-editor.tsx'
import { useBulkCreditDraft } from './bulk-credit-draft.ts'

interface DescribeSeveralProps {
  action: string
  project: Project
  selected: readonly string[]
}

/** Returns a button and the form that it opens, which sets the credit and kind of the selected images. */
export function useDescribeSeveral({ action, project, selected }: DescribeSeveralProps) {
  const ready = useHydrated()
  const [open, setOpen] = useState(false)
  const label = `Describe ${formatCount(selected.length, 'image')}`
  return {
    describeButton: (
      <button type="button" className="tool-link" aria-expanded={open} disabled={!ready} onClick={() => setOpen(!open)}>
        {label}
      </button>
    ),
    descriptionForm:
      open && selected.length > 0 ? (
        <DescriptionForm action={action} project={project} selected={selected} label={label} />
      ) : null,
  }
}

function DescriptionForm({ action, project, selected, label }: DescribeSeveralProps & { label: string }) {
  const all = picturesOf(project)
  const areAllSelected = selected.length === project.images.length
  // A cover photo is not in the gallery and cannot be selected, so it is described if all images are selected.
  const pictures = areAllSelected ? all : all.filter(({ id }) => selected.includes(id))
  const [credits, kinds] = [distinctValues(pictures, 'credit'), distinctValues(pictures, 'kind')]
  const [savedCredit = '', savedKind = ''] = [credits, kinds].map((saved) => (saved.length === 1 ? saved[0] : ''))
  const [draft, setDraft] = useBulkCreditDraft(project.id)
  const [kind, setKind] = useState('')
  const [result, setResult] = useState<(Result & { count: number }) | null>(null)
  const { submit, submitting } = useActionFetcher(action)
  const id = useId()
  useUnsavedChanges(draft !== null || kind !== '')

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (submitting || (draft === null && kind === '')) return
    setResult(null)
    const answer = await submit(createFormData(pictures, kind, draft))
    setResult({ ...answer, count: pictures.length })
    if (answer.ok) {
      setDraft(null)
      // A kind that was chosen in the meantime is not saved yet.
      setKind((current) => (current === kind ? '' : current))
    } else if (answer.conflict && draft) {
      setDraft({ ...draft, baseCredits: [...draft.baseCredits, answer.conflict.theirs] })
    }
  }
  const theirs = result?.ok === false ? result.conflict?.theirs : undefined
  return (
    <form className="tool-describe-several" aria-label={label} noValidate onSubmit={(event) => void save(event)}>
      <div className="tool-field">
        <label htmlFor={`${id}-credit`} className="tool-label">
          Credit
        </label>
        <input
          id={`${id}-credit`}
          className="tool-line-input"
          dir="auto"
          autoComplete="off"
          maxLength={photoLimits.credit}
          aria-describedby={`${id}-hint`}
          // A draft without text removes the credits.
          placeholder={draft ? 'No credit' : credits.length > 1 ? 'Several credits' : undefined}
          readOnly={submitting}
          value={draft?.text ?? savedCredit}
          onChange={({ currentTarget: { value: text } }) =>
            setDraft({ text, baseCredits: draft?.baseCredits ?? distinctValues(all, 'credit') })
          }
        />
      </div>
      <p id={`${id}-hint`} className="tool-hint">
        {creditHint}
      </p>
      <div className="tool-field">
        <label htmlFor={`${id}-kind`} className="tool-label">
          Kind
        </label>
        <select
          id={`${id}-kind`}
          className="tool-line-input"
          value={kind || savedKind}
          onChange={({ currentTarget }) => setKind(currentTarget.value)}
        >
          {kinds.length > 1 ? <option value="">Several kinds</option> : null}
          <KindOptions />
        </select>
      </div>
      <button type="submit" className="tool-link" aria-busy={submitting || undefined}>
        Save
      </button>
      {pictures.length > selected.length ? <p className="tool-hint">This includes the cover photo.</p> : null}
      <StatusMessage>{result?.ok ? `Saved for ${formatCount(result.count, 'picture')}.` : null}</StatusMessage>
      {result?.ok === false ? <FailureMessage message="Failed to update project data" reason={result} /> : null}
      {theirs === undefined ? null : (
        <p className="tool-hint">
          {theirs === '' ? (
            'Someone removed a credit. Save again to set yours.'
          ) : (
            <>
              One credit is now “<bdi>{theirs}</bdi>”. Save again to replace it with yours.
            </>
          )}
        </p>
      )}
    </form>
  )
}

function picturesOf({ coverPhoto, images }: Project): readonly PhotoView[] {
  return coverPhoto && images.every(({ id }) => id !== coverPhoto.id) ? [coverPhoto, ...images] : images
}

function createFormData(
  pictures: readonly PhotoView[],
  kind: string,
  credit: { readonly text: string; readonly baseCredits: readonly string[] } | null,
): FormData {
  const form = imagesForm(
    'describe-images',
    pictures.map(({ id }) => id),
  )
  form.set('kind', kind)
  if (credit) form.set('credit', credit.text)
  for (const base of credit?.baseCredits ?? []) form.append('baseCredit', base)
  return form
}

function distinctValues<Key extends 'credit' | 'kind'>(pictures: readonly PhotoView[], key: Key): PhotoView[Key][] {
  return [...new Set(pictures.map((picture) => picture[key]))]
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
