import type { FactKey } from '#portfolio/fact/fact.ts'
import type { Timestamp } from './accounts.ts'

/** The facts of projects. One that was never saved has no row; one that was removed has an empty text. */
export interface ProjectFactsTable {
  projectId: string
  key: FactKey
  /** For the key `sector`, the id of the sector. */
  text: string
  /** Begins at 1. */
  version: number
}

export interface SectorsTable {
  id: string
  name: string
  version: number
  deletedAt: Timestamp | null
}
