import type { PhotoView } from '#portfolio/photo/photo.ts'

interface BinItem {
  /** ISO 8601. */
  readonly removedAt: string
  /** Until when it can be restored, shown as the time of its deletion. The clean-up deletes it a day later. */
  readonly expiresAt: string
  /** The cover of a project, or the images. */
  readonly photos: readonly PhotoView[]
}

export interface RemovedProject extends BinItem {
  readonly kind: 'project'
  readonly id: string
  readonly name: string
  readonly draft: boolean
  readonly imageCount: number
}

/** Images of a project that were removed together. */
export interface RemovedImages extends BinItem {
  readonly kind: 'images'
  /** Id of the removal. */
  readonly id: string
  readonly projectName: string
  /** The former positions of the images, ascending. */
  readonly positions: readonly number[]
}

export type RemovedItem = RemovedProject | RemovedImages

/** The result of erasing: whether files are left that could not be deleted. The clean-up will delete them. */
export interface Erased {
  readonly filesLeft: boolean
}
