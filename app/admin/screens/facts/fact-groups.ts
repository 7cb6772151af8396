import { describeFacts } from '#portfolio/fact/fact-lines.ts'
import {
  factNames,
  limitOf,
  pressEntries,
  pressFields,
  pressKey,
  type FactKey,
  type FactLine,
  type FactName,
  type PressField,
} from '#portfolio/fact/fact.ts'
import { textKey } from '#portfolio/history/history.ts'
import { slugOf } from '#portfolio/project-address/slug.ts'
import type { Sector } from '#portfolio/sector/sector.ts'
import type { SavedText } from '#portfolio/studio/studio.ts'
import { factKeyName } from '#app/admin/edit-text/fact-key-names.ts'
import type { Editable, TextHistoryLink, TextPart } from '#app/admin/edit-text/editable.ts'
import { projectAction } from '#app/admin/forms/project-action.ts'
import { factTerms } from '#app/visitor/projects/fact-terms.ts'

export interface EditableFacts {
  readonly saved: Readonly<Partial<Record<FactKey, SavedText>>>
  readonly sectors: readonly Sector[]
}

/** The texts that one editor edits: a fact, or one award or publication. */
export interface FactGroup {
  /** Such as `year` or `press-1`. */
  readonly id: string
  readonly name: FactName
  /** For accessible names. */
  readonly label: string
  readonly keys: readonly FactKey[]
}

/** All facts in their order; each award or publication is a separate group. */
export const factGroups: readonly FactGroup[] = factNames.flatMap((name): FactGroup[] => {
  const label = factTerms[name].toLowerCase()
  if (name === 'press') {
    return pressEntries.map((entry) => ({
      id: `press-${entry}`,
      name,
      label: `${label} ${entry}`,
      keys: pressFields.map((field) => pressKey(entry, field)),
    }))
  }
  return [{ id: name, name, label, keys: name === 'testimonial' ? [name, 'testimonialAuthor'] : [name] }]
})

const notSaved: SavedText = { text: '', version: 0 }

export function isFilled({ keys }: FactGroup, { saved }: EditableFacts): boolean {
  return keys.some((key) => saved[key]?.text)
}

export function linesOf({ keys }: FactGroup, { saved }: EditableFacts): readonly FactLine[] {
  const texts = new Map(keys.map((key) => [key, saved[key]?.text ?? '']))
  const name = texts.get('sector')
  return describeFacts(texts, name ? { name, slug: slugOf(name) } : null).flatMap(({ lines }) => lines)
}

/** The last part of the name of the unsaved draft, such as `fact/year`; `text/{projectId}/` precedes it. */
export function draftSuffix({ id }: FactGroup): string {
  return `fact/${id}`
}

export function editableOf(project: { id: string; draft?: true }, group: FactGroup, facts: EditableFacts): Editable {
  const { id } = project
  return {
    name: group.label,
    unsavedDraftName: `text/${id}/${draftSuffix(group)}`,
    action: projectAction(id),
    fields: { intent: 'save-fact' },
    parts: group.keys.map((key) => partOf(id, key, facts)),
    failedMessage: 'Failed to update project data',
    savedMessage: project.draft ? 'Saved. Only you see it.' : 'Saved. Visitors see it now.',
  }
}

/** Links to the histories of facts that are not shown but have earlier versions. */
export function listEmptiedHistories(
  projectId: string,
  shown: readonly FactGroup[],
  { saved }: EditableFacts,
): TextHistoryLink[] {
  const keys = factGroups.flatMap((group) => (shown.includes(group) ? [] : group.keys))
  return keys.filter((key) => (saved[key]?.version ?? 0) > 1).map((key) => historyOf(projectId, key))
}

function historyOf(projectId: string, key: FactKey): TextHistoryLink {
  return { key: textKey({ kind: 'fact', id: projectId, field: key }), name: factKeyName(key) }
}

type PartTexts = Pick<TextPart, 'label' | 'noun' | 'kind' | 'hint'>

const pressTexts: Readonly<Record<PressField, PartTexts>> = {
  title: { label: 'Title', noun: 'The title', hint: 'Of the award or the article.' },
  publication: { label: 'Publication', noun: 'The publication' },
  date: { label: 'Date', noun: 'The date', hint: 'Such as 2026, 2026-03 or 2026-03-14.' },
  link: { label: 'Link', noun: 'The link', hint: 'Begins with https://.' },
}

const texts: Readonly<Record<Exclude<FactKey, `press-${string}`>, PartTexts>> = {
  year: { label: 'Year', noun: 'The year', hint: 'Of completion, such as 2025.' },
  place: { label: 'Place', noun: 'The place', hint: 'Such as Ancoats, Manchester.' },
  client: { label: 'Client', noun: 'The client' },
  sector: { label: 'Sector', noun: 'The sector', hint: 'Choose one of the studio’s, or type a new one.' },
  area: { label: 'Area', noun: 'The area', hint: 'Such as 185 m² or 2,000 sq ft.' },
  scope: { label: 'Scope', noun: 'The scope', kind: 'paragraphs', hint: 'One line for each part of the work.' },
  materials: { label: 'Materials', noun: 'The list of materials', kind: 'paragraphs', hint: 'One line for each.' },
  credits: {
    label: 'Credits',
    noun: 'The list of credits',
    kind: 'paragraphs',
    hint: 'One line for each, such as Photography: and the name.',
  },
  testimonial: { label: 'Testimonial', noun: 'The testimonial', kind: 'paragraphs' },
  testimonialAuthor: { label: 'Who said it', noun: 'The name' },
}

function partOf(projectId: string, key: FactKey, { saved, sectors }: EditableFacts): TextPart {
  const field = pressFields.find((name) => key.startsWith('press-') && key.endsWith(name))
  return {
    ...(field ? pressTexts[field] : texts[key as keyof typeof texts]),
    field: key,
    limit: limitOf(key),
    saved: saved[key] ?? notSaved,
    history: historyOf(projectId, key),
    ...(key === 'sector' && { suggestions: sectors.map(({ name }) => name) }),
  }
}
