import { useState } from 'react'
import { href } from 'react-router'
import type { MessageChange, OpenMessage } from '#portfolio/contact/inbox.ts'
import type { Refusal } from '#portfolio/result.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { withoutControlCharacters } from './reply-link.ts'
import { changeNotices } from './change-notice.ts'

type Sender = Pick<OpenMessage, 'id' | 'firstName' | 'lastName'>

/** Changes messages and returns what to show about the last change. Calls `close` with the id of a message to close. */
export function useMessageChanges(close: (id: string) => void) {
  const { submit } = useActionFetcher(href('/inbox'))
  const [last, setLast] = useState<{ message: Sender; change: MessageChange } | null>(null)
  const [failure, setFailure] = useState<Refusal | null>(null)

  const change = async (message: Sender, name: MessageChange) => {
    const result = await submit({ intent: name, messageId: message.id })
    const notice = changeNotices[name]
    if (!notice) return
    setFailure(result.ok ? null : result)
    setLast(result.ok ? { message, change: name } : null)
    if (result.ok && notice.closes) close(message.id)
  }
  const notice = last ? changeNotices[last.change] : undefined
  const undo = notice?.undo
  return {
    change,
    failure,
    changedId: last?.message.id ?? null,
    notice: last && notice ? notice.sentence(nameOf(last.message)) : null,
    undo: last && undo ? { label: undo.label, run: () => void change(last.message, undo.change) } : null,
  }
}

export function nameOf({ firstName, lastName }: Pick<Sender, 'firstName' | 'lastName'>): string {
  return withoutControlCharacters(`${firstName} ${lastName}`)
}
