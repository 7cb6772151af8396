import { isFactKey, type FactKey } from '#portfolio/fact/fact.ts'
import { projectTexts, type ProjectText } from '#portfolio/project/project.ts'
import { studioTextLimits, type StudioText } from '#portfolio/studio/text-limits.ts'
import type { ValueText } from '#portfolio/value/value.ts'

export type TextReference =
  | { readonly kind: 'project'; readonly id: string; readonly field: ProjectText }
  | { readonly kind: 'fact'; readonly id: string; readonly field: FactKey }
  | { readonly kind: 'value'; readonly id: string; readonly field: ValueText }
  | { readonly kind: 'studio'; readonly field: StudioText }

export const maxVersions = 50

/** How long a version is kept after the next one was saved. */
export const versionRetentionMonths = 12

export interface ListedVersion {
  readonly version: number
  readonly excerpt: string
  /** ISO 8601; `null` for a text that was saved before versions were kept. */
  readonly savedAt: string | null
  /** The e-mail address; `null` if it is not known, or if the account was deleted. */
  readonly savedBy: string | null
}

/** The versions of a text, and the requested one (`open`) with its whole text. */
export interface TextHistory {
  /** The name of the project, also for a fact, or the title of the value; empty for texts of the studio. */
  readonly subject: string
  readonly currentVersion: number
  /** The newest first. */
  readonly versions: readonly ListedVersion[]
  readonly open: (ListedVersion & { readonly text: string }) | null
}

/** Key in the database and URLs: `project/{id}/name`, `fact/{project id}/year`, `value/{id}/title`, `studio/city`. */
export function textKey(text: TextReference): string {
  return text.kind === 'studio' ? `studio/${text.field}` : `${text.kind}/${text.id}/${text.field}`
}

/** `null` if this is not the key of a text. */
export function parseTextKey(key: string): TextReference | null {
  const [kind, id = '', name, ...rest] = key.split('/')
  if (rest.length > 0) return null
  if (kind === 'studio') return name === undefined && isStudioText(id) ? { kind, field: id } : null
  const projectText = projectTexts.find((field) => field === name)
  if (kind === 'project' && projectText) return { kind, id, field: projectText }
  if (kind === 'fact' && name !== undefined && isFactKey(name)) return { kind, id, field: name }
  if (kind === 'value' && (name === 'title' || name === 'text')) return { kind, id, field: name }
  return null
}

function isStudioText(name: string): name is StudioText {
  return Object.hasOwn(studioTextLimits, name)
}
