import { z } from 'zod'

/** A required text: CRLF becomes LF, trimmed, then 1..max code points. `what` names it in the refusal. */
export function requiredText(what: string, max: number, be: 'is' | 'are' = 'is') {
  return (
    z
      .string({ error: `${what} ${be} required.` })
      .transform((text) => text.replace(/\r\n?/g, '\n').toWellFormed().trim())
      .refine((text) => !text.includes('\0'), `${what} holds a character that cannot be stored.`)
      // Spaces and signs without a width (U+200B and its like) show nothing: a link of that name could not be seen.
      .refine((text) => /[^\s\p{Cf}]/u.test(text), { error: `${what} ${be} required.`, abort: true })
      .refine((text) => [...text].length <= max, `${what} may have ${max.toLocaleString('en-GB')} characters at most.`)
  )
}

/** A text that may be missing: one line, trimmed, 0..max code points. `what` names it in the refusal. */
export function optionalLine(what: string, max: number) {
  return z
    .string({ error: `${what} is not a text.` })
    .transform((text) => text.replace(/\s+/g, ' ').toWellFormed().trim())
    .refine((text) => !text.includes('\0'), `${what} holds a character that cannot be stored.`)
    .refine((text) => [...text].length <= max, `${what} may have ${max.toLocaleString('en-GB')} characters at most.`)
}

/** An e-mail address by the rule of browsers (HTML, 4.10.5.1.5): what they let pass is not refused afterwards. */
export const emailAddress = z.email({ pattern: z.regexes.html5Email, error: 'This is not a valid e-mail address.' })

/** The first sentence for each field that zod refused, by the field's name. */
export function sentencesOf(error: z.ZodError): Record<string, string> {
  const sentences: Record<string, string> = {}
  for (const issue of error.issues) sentences[String(issue.path[0] ?? '')] ??= issue.message
  return sentences
}
