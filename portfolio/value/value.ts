import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { SavedText } from '#portfolio/studio/studio.ts'

export const drawings = ['bespoke', 'room', 'materials'] as const
export type Drawing = (typeof drawings)[number]

/** `values` is a number; the others are lengths in code points. */
export const valueLimits = { title: 120, text: 2_000, values: 50 } as const

export type ValueText = 'title' | 'text'

/** What the studio stands for: a section of the page Values. */
export interface StudioValue {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly drawing: Drawing | ''
  /** Shown in place of the drawing. */
  readonly photo: PhotoView | null
}

export interface EditableValue extends StudioValue {
  readonly saved: Readonly<Record<ValueText, SavedText>>
}
