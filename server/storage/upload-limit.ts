import { projectLimits } from '#portfolio/project/project.ts'

/** The limit of unattached uploads of all admins: four times the image limit of a project. They expire after a day. */
export const maxUnattachedUploads = 4 * projectLimits.images

export function uploadLimitReached(): Response {
  const headers = { 'Retry-After': String(60 * 60) }
  return new Response('There are too many unfinished uploads.', { status: 429, headers })
}
