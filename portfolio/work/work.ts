import type { ProjectCard } from '#portfolio/project/project.ts'

export interface WorkFilter {
  /** The slug of a sector; `null` for all. */
  readonly sector: string | null
  /** Newest first; projects without a year come last. */
  readonly byYear: boolean
  /** Whether to add the sector and year of each project, which the view ‘Index’ shows. */
  readonly withFacts: boolean
}

/** The list of projects and its filters. Counts include only the projects that the audience sees. */
export interface Work {
  readonly projects: readonly ProjectCard[]
  /** The number of all projects. */
  readonly total: number
  /** The sectors that have projects. */
  readonly sectors: readonly { readonly name: string; readonly slug: string; readonly count: number }[]
  /** The number of different years. */
  readonly years: number
  /** With `withFacts`: the facts of each project by its id. */
  readonly facts?: Readonly<Record<string, IndexFacts>>
}

/** Empty if unknown. */
export interface IndexFacts {
  readonly sector: string
  readonly year: string
}
