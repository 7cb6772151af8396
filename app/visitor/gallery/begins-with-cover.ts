import type { Project } from '#portfolio/project/project.ts'

/** Whether the first image is the cover. Visitors do not get that image in the gallery, which follows the cover. */
export function beginsWithCover({ coverPhoto, images }: Pick<Project, 'coverPhoto' | 'images'>): boolean {
  return coverPhoto !== null && images[0]?.id === coverPhoto.id
}
