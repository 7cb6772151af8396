import type { Generated } from 'kysely'
import type { StudioText } from '#portfolio/studio/studio.ts'
import type { Drawing } from '#portfolio/value/value.ts'
import type { Bit, Timestamp } from './accounts.ts'

/** The studio's texts until migration 0009, as JSON; no longer read. */
export interface StudioTable {
  id: number
  words: string
}

/** The studio's texts; a text that was never saved has no row. Versions begin at 1. */
export interface StudioTextsTable {
  key: StudioText
  text: string
  version: number
  /** 1 if the text came with the samples. It is unchanged while its version is 1. */
  sample: Generated<Bit>
}

/** The studio's values, in order; a value with an empty title is not shown to visitors. */
export interface StudioValuesTable {
  id: string
  position: number
  title: string
  titleVersion: number
  text: string
  textVersion: number
  /** Shown unless there is a photo. */
  drawing: Drawing | ''
  photoId: string | null
  createdAt: Timestamp
  deletedAt: Timestamp | null
  sample: Generated<Bit>
}

/** The studio's profiles on social networks, in order. */
export interface StudioLinksTable {
  id: string
  position: number
  /** Empty if the name of the network is shown instead. */
  label: string
  href: string
  createdAt: Timestamp
  deletedAt: Timestamp | null
  sample: Generated<Bit>
}
