import { messageLimits, timestampField, type MessageField } from '#portfolio/contact/message.ts'
import { ignoreStorageErrors } from '#app/browser/ignore-storage-errors.ts'

const storageKey = 'enfilade-message'
export const messageFields = Object.keys(messageLimits) as MessageField[]

export type MessageTexts = Readonly<Partial<Record<MessageField, string>>>

/** Reads the texts with line breaks as in a textarea's `value`; browsers submit CRLF. */
export function readTexts(form: FormData): MessageTexts {
  const read = (field: MessageField) => String(form.get(field) ?? '').replaceAll('\r\n', '\n')
  return Object.fromEntries(messageFields.map((field) => [field, read(field)]))
}

/** Stores the form in this tab, so that a visitor can read the privacy notice and come back. */
export function storeMessage(form: FormData): void {
  const typed = { ...readTexts(form), [timestampField]: String(form.get(timestampField)) }
  ignoreStorageErrors(() => sessionStorage.setItem(storageKey, JSON.stringify(typed)))
}

/**
 * Fills empty fields from the stored form. Returns its timestamp: with a newer one, a message sent right after coming
 * back would look as if it had been written too fast.
 */
export function restoreMessage(form: HTMLFormElement): string | null {
  const stored = ignoreStorageErrors(() => sessionStorage.getItem(storageKey))
  if (stored === null) return null
  // Only `storeMessage` writes this item.
  const { [timestampField]: timestamp, ...texts } = JSON.parse(stored) as Record<string, string>
  for (const [name, text] of Object.entries(texts)) {
    const input = form.elements.namedItem(name)
    const isText = input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement
    if (isText && input.value === '') input.value = text
  }
  return timestamp ?? null
}

export function discardStoredMessage(): void {
  ignoreStorageErrors(() => sessionStorage.removeItem(storageKey))
}
