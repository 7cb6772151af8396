import { messageLimits, type MessageField } from '#portfolio/contact/message.ts'

/** By how many characters the text exceeds its limit, counted as on the server; 0 or less if it fits. */
export function excessCharacters(field: MessageField, text = ''): number {
  return [...text.trim()].length - messageLimits[field]
}

/** The character count to show once a text reaches 90 % of its limit; otherwise `null`. */
export function characterCount(name: MessageField, text: string | undefined): string | null {
  const limit = messageLimits[name]
  const count = limit + excessCharacters(name, text)
  return count < 0.9 * limit ? null : `${formatNumber(count)} of ${formatNumber(limit)} characters`
}

export function tooLongMessage(name: MessageField, text: string | undefined): string | undefined {
  const excess = excessCharacters(name, text)
  if (excess <= 0) return undefined
  return excess === 1 ? 'This is 1 character too long.' : `This is ${formatNumber(excess)} characters too long.`
}

function formatNumber(count: number): string {
  return count.toLocaleString('en-GB')
}
