import { useId, useRef, useState, type ReactNode } from 'react'
import { copyText } from '#app/admin/forms/copy-text.ts'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { AlertMessage } from '#app/ui/alert-message.tsx'

interface CopyableTextsProps {
  texts: readonly { readonly field: string; readonly text: string }[]
  /** Why saving is impossible. */
  message: ReactNode
  tools?: ReactNode
}

/** Lets the user copy texts that cannot be saved. */
export function CopyableTexts({ texts, message, tools }: CopyableTextsProps) {
  const id = useId()
  const first = useRef<HTMLTextAreaElement>(null)
  const [status, setStatus] = useState<string | null>(null)
  const isSingle = texts.length === 1
  const copy = async () => {
    setStatus(null)
    const isCopied = await copyText(texts.map(({ text }) => text).join('\n\n'))
    if (!isCopied) {
      first.current?.focus()
      first.current?.select()
    }
    setStatus(
      isCopied
        ? `The ${isSingle ? 'text was' : 'texts were'} copied.`
        : `The browser does not allow copying. The ${isSingle ? '' : 'first '}text is selected.`,
    )
  }
  return (
    <section className="tool-editor tool-copyable-texts" aria-labelledby={id}>
      <AdminStyles />
      <AlertMessage id={id}>{message}</AlertMessage>
      {texts.map(({ field, text }, index) => (
        <textarea
          // Two removed items can have texts of the same field.
          key={index}
          ref={index === 0 ? first : undefined}
          className="tool-paragraphs-input"
          rows={4}
          dir="auto"
          aria-label={`Your ${field}`}
          readOnly
          value={text}
        />
      ))}
      <div className="tool-row">
        <button type="button" className="tool-link" onClick={() => void copy()}>
          {isSingle ? 'Copy text' : 'Copy texts'}
        </button>
        {tools}
        <p role="status">{status}</p>
      </div>
    </section>
  )
}
