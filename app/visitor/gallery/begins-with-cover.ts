import type { Project } from '#portfolio/project/project.ts'

/** Whether the first image is the cover. For visitors, the gallery then omits it, because the cover is above. */
export function beginsWithCover({ coverPhoto, images }: Pick<Project, 'coverPhoto' | 'images'>): boolean {
  return coverPhoto !== null && images[0]?.id === coverPhoto.id
}
