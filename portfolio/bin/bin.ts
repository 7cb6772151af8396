import type { PhotoView } from '#portfolio/photo/photo.ts'

interface BinItem {
  /** ISO 8601. */
  readonly removedAt: string
  /** When it is deleted for good. */
  readonly expiresAt: string
  /** The cover of a project, or the images. */
  readonly photos: readonly PhotoView[]
}

/** A project that was removed, with its cover. */
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
  /** Of the removal. */
  readonly id: string
  readonly projectName: string
  /** The positions that they had, ascending. */
  readonly positions: readonly number[]
}

/** What is restored, or deleted for good, at once. */
export type RemovedItem = RemovedProject | RemovedImages

/** What became of the files: those that are left will be deleted by the clean-up. */
export interface Erased {
  readonly filesLeft: boolean
}
