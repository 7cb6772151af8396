import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { setupTexts, type SetupText } from '#portfolio/setup/setup.ts'
import { studioTextLimits } from '#portfolio/studio/text-limits.ts'
import { Field } from '#app/ui/field.tsx'
import { focusFirstError } from '#app/ui/focus-first-error.ts'
import { SetupForm } from './setup-form.tsx'
import type { SetupProps } from './setup-props.ts'
import { useWordsDraft } from './use-words-draft.ts'

interface FieldDescription {
  readonly label: string
  readonly hint: string
  readonly type?: 'email' | 'tel'
  readonly autoComplete: string
}

const fields: Readonly<Record<SetupText, FieldDescription>> = {
  designerName: { label: 'Designer’s name', hint: 'Your name, above your biography.', autoComplete: 'name' },
  studioName: { label: 'Studio’s name', hint: 'At the top of every page.', autoComplete: 'organization' },
  city: { label: 'City', hint: 'Where you work.', autoComplete: 'address-level2' },
  email: {
    label: 'E-mail',
    hint: 'Shown to everyone. The contact form works without it.',
    type: 'email',
    autoComplete: 'email',
  },
  phone: { label: 'Phone', hint: 'Shown to everyone, if you want to be called.', type: 'tel', autoComplete: 'tel' },
}

/** Edits the studio’s texts. A field with a sample text starts empty; leaving it empty removes the sample. */
export function WordsScreen({ saved, samples, result, next }: SetupProps) {
  const section = useRef<HTMLDivElement>(null)
  const refusal = result?.ok === false ? result : undefined
  const errors = refusal?.fields
  // A text that someone else saves in the meantime is replaced only after it has been shown beside the field.
  const [initial] = useState(saved)
  const baseTexts = result?.saved ?? initial
  const [shown] = useState(() => shownTexts(saved, samples))
  const draft = useWordsDraft({ section, shown, baseTexts, isRefused: result?.saved !== undefined })
  const onRefused = useEffectEvent(() => focusFirstError(section.current?.querySelector('form')))
  useEffect(() => {
    if (refusal) onRefused()
  }, [refusal])
  return (
    <div ref={section} className="tool-setup-words" onChange={draft.onChange}>
      <p>
        What visitors read first. Leave a field empty if it should not appear; everything can be changed later on the
        pages.
      </p>
      <SetupForm buttons={[['save-words', 'Save and continue']]} next={next} result={result}>
        {setupTexts.map((field) => (
          <div key={field}>
            <Field
              name={field}
              {...fields[field]}
              maxLength={studioTextLimits[field]}
              defaultValue={result?.typed?.[field] ?? shown[field]}
              error={errors?.[field]}
            />
            <input type="hidden" name={`${field}Version`} value={draft.versionOf(field)} />
          </div>
        ))}
      </SetupForm>
    </div>
  )
}

function shownTexts(saved: SetupProps['saved'], samples: SetupProps['samples']): Readonly<Record<SetupText, string>> {
  const texts = setupTexts.map((field) => [field, samples.texts.includes(field) ? '' : saved[field].text])
  // Every text has an entry.
  return Object.fromEntries(texts) as Record<SetupText, string>
}
