import { projectLimits, type ProjectText } from '#portfolio/project/project.ts'

/** Checked before submitting: a much longer text would exceed the request size limit, and that error names no field. */
export function textLengthError(field: ProjectText, text: string): string | null {
  const limit = projectLimits[field]
  if ([...text.trim()].length <= limit) return null
  return `The project ${field} can have at most ${limit.toLocaleString('en-GB')} characters.`
}
