import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { done, refused, type Result } from '#portfolio/result.ts'
import { findUnsavedTexts, storeUnsavedTexts } from './unsaved-texts.ts'
import { useTextEditor } from './use-text-editor.ts'

const submit = vi.fn<() => Promise<Result<{ version: number }>>>()
vi.mock('#app/admin/forms/use-action-fetcher.ts', () => ({ useActionFetcher: () => ({ submit, submitting: false }) }))
vi.mock('react-router', () => ({ useRevalidator: () => ({}) }))

test('if the second text is refused, the draft has the new version of the first', async () => {
  const draftKey = { userId: 'ann', name: 'text/value/1' }
  const draft = { title: { text: 'Care', version: 1 }, text: { text: 'We come back.', version: 4 } }
  storeUnsavedTexts(draftKey, draft)
  const part = (field: string, version: number) => ({
    field,
    label: field,
    noun: field,
    limit: 100,
    saved: { text: '', version },
  })
  const editable = {
    name: 'value 1',
    unsavedDraftName: draftKey.name,
    action: '/studio',
    fields: {},
    parts: [part('title', 1), part('text', 4)],
    failedMessage: '',
    savedMessage: '',
  }
  const opened: ReturnType<typeof useTextEditor>[] = []
  function Editor() {
    opened.push(useTextEditor({ editable, draftKey, initial: draft, onSaved: vi.fn(), onCancel: vi.fn() }))
    return null
  }
  renderToStaticMarkup(<Editor />)
  submit.mockResolvedValueOnce(done({ version: 2 })).mockResolvedValueOnce(refused('unavailable', 'later'))
  await opened[0]?.save()
  expect(findUnsavedTexts(draftKey)).toEqual({ ...draft, title: { text: 'Care', version: 2 } })
})
