import type { Project } from '#portfolio/project/project.ts'

/** Whether the gallery begins with the cover: below the cover, visitors would see it twice in a row. */
export function beginsWithCover({ coverPhoto, images }: Pick<Project, 'coverPhoto' | 'images'>): boolean {
  return coverPhoto !== null && images[0]?.id === coverPhoto.id
}
