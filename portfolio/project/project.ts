import type { Fact } from '#portfolio/fact/fact.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'

/** Lengths in code points, after trimming and after CRLF has become LF; `images` is the number in the gallery. */
export const projectLimits = { name: 120, details: 10_000, images: 500 } as const

/** A project as lists show it. */
export interface ProjectCard {
  readonly id: string
  /** The last segment of the URL of its page. */
  readonly slug: string
  readonly name: string
  readonly coverPhoto: PhotoView | null
  readonly position: number
  /** Shown instead of the number in a list that is narrowed down to a sector or ordered by year. */
  readonly label?: string
  /** Only admins see a draft. */
  readonly draft?: true
  /** When the draft is published, ISO 8601 in UTC. */
  readonly publishAt?: string
}

/** A project as its page shows it. */
export interface Project {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly details: string
  /** The cover, which may be an image of the gallery. See `coverIdOf`. */
  readonly coverPhoto: PhotoView | null
  /** The image that was chosen as the cover; only for admins. */
  readonly coverImageId: string | null
  readonly images: readonly PhotoView[]
  /** Visitors see several renders and no photograph; with or without drawings and plans. */
  readonly onlyRenders?: 'without drawings' | 'with drawings'
  /** Only those with a text. */
  readonly facts: readonly Fact[]
  /** Its number in the list, from 1. */
  readonly number: number
  readonly previous: ProjectNeighbour | null
  readonly next: ProjectNeighbour | null
  readonly nameVersion: number
  readonly detailsVersion: number
  readonly draft?: true
  /** When the draft is published, ISO 8601 in UTC; not shown in a preview. */
  readonly publishAt?: string
}

/** What the caption of a picture says about its project. */
export interface ProjectCaption {
  readonly id: string
  readonly slug: string
  readonly name: string
  /** Its number in the list, from 1. */
  readonly number: number
  /** Empty if unknown, like `place`. */
  readonly sector: string
  readonly place: string
}

export interface ProjectNeighbour {
  readonly slug: string
  readonly name: string
}

/** The texts that admins edit on the page of the project. */
export const projectTexts = ['name', 'details'] as const
export type ProjectText = (typeof projectTexts)[number]
