import { useId, type ReactNode } from 'react'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { AlertMessage } from '#app/ui/alert-message.tsx'

interface CopyableTextsProps {
  texts: readonly { readonly field: string; readonly text: string }[]
  /** Why saving is impossible. */
  message: ReactNode
  /** Shown beside the Copy text button. */
  tools?: ReactNode
}

/** Lets the user copy texts that cannot be saved. */
export function CopyableTexts({ texts, message, tools }: CopyableTextsProps) {
  const id = useId()
  return (
    <section className="tool-editor tool-kept" aria-labelledby={id}>
      <AdminStyles />
      <AlertMessage id={id}>{message}</AlertMessage>
      {texts.map(({ field, text }) => (
        <textarea
          key={field}
          className="tool-details-input"
          rows={4}
          dir="auto"
          aria-label={`Your ${field}`}
          readOnly
          value={text}
        />
      ))}
      <div className="tool-row">
        <button
          type="button"
          className="tool-link"
          onClick={() => void navigator.clipboard.writeText(texts.map(({ text }) => text).join('\n\n'))}
        >
          Copy text
        </button>
        {tools}
      </div>
    </section>
  )
}
