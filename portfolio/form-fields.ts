import { z } from 'zod'
import { refused, type Refusal } from './result.ts'

/** A required text: CRLF becomes LF, trimmed, 1 to `max` code points. `label` names it in the refusal. */
export function requiredText(label: string, max: number, verb: 'is' | 'are' = 'is') {
  return (
    z
      .string({ error: `${label} ${verb} required.` })
      .transform((text) => text.replace(/\r\n?/g, '\n').toWellFormed().trim())
      .refine((text) => !text.includes('\0'), `${label} contains a character that cannot be stored.`)
      // Zero-width characters such as U+200B are invisible: a link with that name could not be seen.
      .refine((text) => /[^\s\p{Cf}]/u.test(text), { error: `${label} ${verb} required.`, abort: true })
      .refine((text) => [...text].length <= max, `${label} can have at most ${max.toLocaleString('en-GB')} characters.`)
  )
}

/** An optional text on one line: trimmed, 0 to `max` code points. `label` names it in the refusal. */
export function optionalLine(label: string, max: number) {
  return z
    .string({ error: `${label} must be text.` })
    .transform((text) => text.replace(/\s+/g, ' ').toWellFormed().trim())
    .refine((text) => !text.includes('\0'), `${label} contains a character that cannot be stored.`)
    .refine((text) => [...text].length <= max, `${label} can have at most ${max.toLocaleString('en-GB')} characters.`)
}

/** An optional text: CRLF becomes LF, trimmed, 0 to `max` code points. `label` names it in the refusal. */
export function optionalText(label: string, max: number) {
  return z
    .string({ error: `${label} must be text.` })
    .transform((text) => text.replace(/\r\n?/g, '\n').toWellFormed().trim())
    .refine((text) => !text.includes('\0'), `${label} contains a character that cannot be stored.`)
    .refine((text) => [...text].length <= max, `${label} can have at most ${max.toLocaleString('en-GB')} characters.`)
}

/** An e-mail address, validated as in browsers (HTML, 4.10.5.1.5), so that the server accepts what they accept. */
export const emailAddress = z.email({ pattern: z.regexes.html5Email, error: 'This is not a valid e-mail address.' })

/** The first message for each invalid field, by field name. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const issue of error.issues) messages[String(issue.path[0] ?? '')] ??= issue.message
  return messages
}

/** Refuses a form with a message for each invalid field; with `field`, `error` is about this field alone. */
export function refuseFields(error: z.ZodError, field?: string): Refusal {
  const fields = field === undefined ? fieldErrors(error) : { [field]: error.issues[0]?.message ?? '' }
  return refused('wrong-value', Object.values(fields)[0] ?? '', { fields })
}
