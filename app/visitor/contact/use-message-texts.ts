import { useLayoutEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import type { MessageField } from '#portfolio/contact/message.ts'
import type { Result } from '#portfolio/result.ts'
import { focusFirstError } from '#app/ui/focus-first-error.ts'
import {
  discardStoredMessage,
  messageFields,
  readTexts,
  restoreMessage,
  storeMessage,
  type MessageTexts,
} from './stored-message.ts'
import { excessCharacters, tooLongMessage } from './message-length.ts'

/**
 * The texts of the contact form, which are stored in this tab until they are sent, and their errors: for a refused text
 * until it is changed, and for a text that is too long. `typed` has the fields as submitted without JavaScript.
 */
export function useMessageTexts(
  form: RefObject<HTMLFormElement | null>,
  result: Result | undefined,
  typed: MessageTexts | null,
) {
  const [texts, setTexts] = useState(typed ?? {})
  const submitted = useRef(texts)
  // The texts that `result` is about, not the texts that are being sent.
  const [sent, setSent] = useState({ result, texts })
  if (sent.result !== result) setSent({ result, texts: submitted.current })
  const [storedTimestamp, setStoredTimestamp] = useState<string | null>(null)
  useLayoutEffect(() => {
    if (!form.current) return
    if (result?.ok) {
      form.current.reset()
      discardStoredMessage()
    } else setStoredTimestamp(restoreMessage(form.current))
    setTexts(readTexts(new FormData(form.current)))
  }, [form, result])

  const refusals = result?.ok === false ? result.fields : undefined
  const refused = messageFields.filter((name) => refusals?.[name] !== undefined)
  const corrected = refused.filter((name) => texts[name] !== sent.texts[name])
  const errorOf = (name: MessageField) =>
    tooLongMessage(name, texts[name]) ?? (corrected.includes(name) ? undefined : refusals?.[name])
  return {
    texts,
    storedTimestamp,
    errorOf,
    firstError: messageFields.find((name) => errorOf(name) !== undefined),
    allCorrected: refused.length > 0 && corrected.length === refused.length,
    onChange({ currentTarget }: FormEvent<HTMLFormElement>) {
      const data = new FormData(currentTarget)
      storeMessage(data)
      setTexts(readTexts(data))
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      const sending = readTexts(new FormData(event.currentTarget))
      setTexts(sending)
      submitted.current = sending
      if (messageFields.every((name) => excessCharacters(name, sending[name]) <= 0)) return
      event.preventDefault()
      focusFirstError(event.currentTarget)
    },
  }
}
