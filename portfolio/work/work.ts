import type { ProjectCard } from '#portfolio/project/project.ts'

/** Which projects the list shows, in which order. */
export interface WorkFilter {
  /** The slug of a sector; `null` for all. */
  readonly sector: string | null
  /** The newest first; projects without a year are last. */
  readonly byYear: boolean
}

/** The list of projects with what it can be narrowed down to. Counts are of the projects that the audience sees. */
export interface Work {
  readonly projects: readonly ProjectCard[]
  /** The number of all projects. */
  readonly total: number
  /** The sectors that have projects. */
  readonly sectors: readonly { readonly name: string; readonly slug: string; readonly count: number }[]
  /** The number of different years. */
  readonly years: number
}
