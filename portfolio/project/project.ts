import type { Photograph } from '#portfolio/photo/photo.ts'

/** Lengths in code points, after trimming and after CRLF has become LF. */
export const projectLimits = { name: 120, details: 10_000 } as const

/** What a card of the list shows. */
export interface ProjectCard {
  readonly id: string
  readonly name: string
  /** `null` until a cover has been uploaded. */
  readonly coverPhoto: Photograph | null
  readonly position: number
}

/** A project as its own page shows it. */
export interface Project {
  readonly id: string
  readonly name: string
  readonly details: string
  readonly coverPhoto: Photograph | null
  /** In the order of the gallery: image `n` stands at `images[n - 1]`. */
  readonly images: readonly Photograph[]
  /** 1-based place of the project in the list, as on a plan's key. */
  readonly number: number
  readonly previous: ProjectNeighbour | null
  readonly next: ProjectNeighbour | null
  /** Versions of the two texts: what an edit was based on. */
  readonly nameVersion: number
  readonly detailsVersion: number
}

/** The project before or after this one in the list. */
export interface ProjectNeighbour {
  readonly id: string
  readonly name: string
}

/** The two texts of a project that are edited on its page. */
export type ProjectText = keyof typeof projectLimits

/** A whole number in ASCII digits with an optional minus, or `null` for anything else. */
export function readPosition(written: string): number | null {
  if (!/^-?\d{1,16}$/.test(written)) return null
  const position = Number(written)
  // `+ 0` turns -0 into 0: the two would differ in JSON and as text.
  return Number.isSafeInteger(position) ? position + 0 : null
}

/** The paragraphs of a text: parted by empty lines. */
export function paragraphsOf(details: string): string[] {
  return details
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
}

/** As much of a text as search engines show, on one line; cut between words where there are any. */
export function beginningOf(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  if (line.length <= 160) return line
  const space = line.lastIndexOf(' ', 157)
  return `${line.slice(0, space > 0 ? space : 157).toWellFormed()}…`
}
