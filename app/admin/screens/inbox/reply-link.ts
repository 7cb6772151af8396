import { referenceOf, type OpenMessage } from '#portfolio/contact/inbox.ts'
import { mailLink } from '#app/ui/mail-link.ts'

/** Windows passes at most 2,048 characters of a link to the mail program. */
const maxLinkLength = 2_000
/** For the encoded subject; the quoted text gets the rest of the link. */
const maxSubjectLength = 500

type AnsweredMessage = Pick<OpenMessage, 'id' | 'email' | 'subject' | 'message'>

/** A `mailto:` link that replies to a message and quotes as much as fits. `day` is the formatted date of the message. */
export function replyLink(message: AnsweredMessage, day: string): string {
  const subject = /^re:/i.test(message.subject) ? message.subject : `Re: ${message.subject}`
  const introduction = `\n\nOn ${day} you wrote (reference ${referenceOf(message)}):\n`
  const encodedSubject = fitEncoded(withoutControlCharacters(subject).replace(/\s+/g, ' '), maxSubjectLength)
  const link = `${mailLink(message.email)}?subject=${encodedSubject}&body=${encodeText(introduction)}`
  const quoted = withoutControlCharacters(message.message).replace(/^/gm, '> ')
  return link + fitEncoded(quoted, maxLinkLength - link.length)
}

/** URL-encodes as much of the text as fits. A truncated text ends with an ellipsis. */
function fitEncoded(text: string, maxLength: number): string {
  const encoded = encodeText(text)
  if (encoded.length <= maxLength) return encoded
  const ellipsis = encodeText('…')
  let fitting = ''
  for (const character of text) {
    const next = fitting + encodeText(character)
    if (next.length + ellipsis.length > maxLength) break
    fitting = next
  }
  return fitting + ellipsis
}

/** Line breaks are CRLF in a `mailto:` link (RFC 6068). */
function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed().replaceAll('\n', '\r\n'))
}

/** Removes control characters except line feeds, and characters that change the direction of the text after them. */
export function withoutControlCharacters(text: string): string {
  return text.replace(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '')
}
