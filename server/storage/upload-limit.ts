import { projectLimits } from '#portfolio/project/project.ts'

/** The limit of unattached uploads of all admins: four times the images of one project. They expire after a day. */
export const maxUnattachedUploads = 4 * projectLimits.images
