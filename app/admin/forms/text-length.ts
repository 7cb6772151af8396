import { projectLimits, type ProjectText } from '#portfolio/project/project.ts'

/**
 * The message for a text of more than `limit` code points, starting with `noun`; `null` for a shorter text. Checked
 * before submitting, because a much longer text would exceed the request size limit, and that error names no field.
 */
export function tooLongMessage({ noun, limit }: { noun: string; limit: number }, text: string): string | null {
  if ([...text.trim()].length <= limit) return null
  return `${noun} can have at most ${limit.toLocaleString('en-GB')} characters.`
}

export function textLengthError(field: ProjectText, text: string): string | null {
  return tooLongMessage({ noun: `The project ${field}`, limit: projectLimits[field] }, text)
}
