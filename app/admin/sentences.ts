import { photoLimits } from '#portfolio/photo/photo.ts'
import { projectLimits, type ProjectText } from '#portfolio/project/project.ts'

const megabytes = photoLimits.bytes / 1024 / 1024

// What is said about files, before they are sent and after.
export const acceptedHint = `JPEG, PNG, WebP or HEIC, up to ${megabytes} MB each.`
export const notAPicture = 'This is not a JPEG, PNG, WebP or HEIC picture.'
export const tooLarge = `This file is larger than ${megabytes} MB.`

/** Said before sending: a text that is far too long would not even get through the door. */
export function lengthProblem(field: ProjectText, text: string): string | null {
  const limit = projectLimits[field]
  if ([...text.trim()].length <= limit) return null
  return `The project ${field} may have ${limit.toLocaleString('en-GB')} characters at most.`
}

/** A text as the site keeps it that takes one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
