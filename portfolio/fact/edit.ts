import { z } from 'zod'
import type { Admin } from '#portfolio/account/as-admin.ts'
import { optionalLine, optionalText, refuseFields } from '#portfolio/form-fields.ts'
import { recordVersion } from '#portfolio/history/record.ts'
import { projectNotFound, touchProject } from '#portfolio/project/touch.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { findOrAddSector } from '#portfolio/sector/edit.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { listSavedFacts } from './read.ts'
import { factLimits, formatArea, parseArea, pressFieldOf, type FactKey, type PressField } from './fact.ts'

type Field = keyof typeof factLimits

const line = (label: string, field: Field) => optionalLine(label, factLimits[field])
const lines = (label: string, field: Field) =>
  optionalText(label, factLimits[field]).transform((text) =>
    text
      .split('\n')
      .map((one) => one.trim())
      .filter(Boolean)
      .join('\n'),
  )
const emptyOr = (matches: (text: string) => boolean) => (text: string) => text === '' || matches(text)

const schemas: Readonly<Record<Field, z.ZodType<string>>> = {
  year: z
    .string()
    .trim()
    .refine(
      emptyOr((text) => /^(1[5-9]|20)\d\d$/.test(text)),
      'A year has four digits, such as 2025.',
    ),
  place: line('The place', 'place'),
  client: line('The client', 'client'),
  sector: line('The sector', 'sector'),
  area: line('The area', 'area')
    .refine(
      emptyOr((text) => parseArea(text) !== null),
      'An area is a number with its unit, such as 185 m² or 2,000 sq ft.',
    )
    .transform((text) => (text ? formatArea(parseArea(text) ?? { value: 0, unit: 'm²' }) : '')),
  scope: lines('The scope', 'scope'),
  materials: lines('The list of materials', 'materials'),
  credits: lines('The list of credits', 'credits'),
  testimonial: optionalText('The testimonial', factLimits.testimonial),
  testimonialAuthor: line('The name', 'testimonialAuthor'),
  title: line('The title', 'title'),
  publication: line('The publication', 'publication'),
  date: z
    .string()
    .trim()
    .refine(emptyOr(isDate), 'A date is a year, a month or a day, such as 2026, 2026-03 or 2026-03-14.'),
  link: line('The link', 'link')
    .refine(emptyOr(isWebAddress), 'A link begins with https://, such as https://magazine.example/article.')
    .transform((text) => (text ? new URL(text).href : ''))
    .refine((text) => text.length <= factLimits.link, `The link can have at most ${factLimits.link} characters.`),
}

/**
 * Saves a text of a fact; an empty text removes it. `version` is the one that it is based on (0: never saved). Refuses
 * with both texts (`newer`) if that is not the current one. The text of a sector is its name; a sector that is not in
 * the list is added.
 */
export async function editFact(
  unit: UnitOfWork,
  admin: Admin,
  input: { projectId: string; key: FactKey; text: unknown; version: number },
): Promise<Result<{ version: number }>> {
  const { projectId, key } = input
  const parsed = schemas[pressFieldOf(key) ?? (key as Exclude<Field, PressField>)].safeParse(input.text)
  if (!parsed.success) return refuseFields(parsed.error, key)
  const text = parsed.data
  const audience = await touchProject(unit, projectId)
  if (audience === null) return projectNotFound
  const { [key]: current } = await listSavedFacts(unit.tx, admin, { projectId })
  if (input.version !== (current?.version ?? 0)) {
    return refused('newer', 'Someone saved another version of this text in the meantime.', {
      conflict: { yours: text, theirs: current?.text ?? '', version: current?.version ?? 0 },
    })
  }
  const stored = key === 'sector' && text !== '' ? await findSectorId(unit, admin, text) : done(text)
  if (!stored.ok) return stored
  const saved = { text: stored.value, version: input.version + 1 }
  await unit.tx
    .insertInto('projectFacts')
    .values({ projectId, key, ...saved })
    .onConflict((conflict) => conflict.columns(['projectId', 'key']).doUpdateSet(saved))
    .execute()
  // The history has the name of a sector; `projectFacts` has its id.
  const version = { version: saved.version, text, former: null }
  await recordVersion(unit, admin, { kind: 'fact', id: projectId, field: key }, version)
  unit.publish({ about: 'project', id: projectId, audience })
  if (key === 'sector' || key === 'year') unit.publish({ about: 'work', audience })
  return done({ version: saved.version })
}

async function findSectorId(unit: UnitOfWork, admin: Admin, name: string): Promise<Result<string>> {
  const sector = await findOrAddSector(unit, admin, { name })
  if (sector.ok) return done(sector.value.id)
  return refused(sector.code, sector.message, { fields: { sector: sector.message } })
}

function isDate(text: string): boolean {
  const match = /^(\d{4})(-\d\d)?(-\d\d)?$/.exec(text)
  if (!match) return false
  const day = `${match[1]}${match[2] ?? '-01'}${match[3] ?? '-01'}`
  const date = new Date(`${day}T00:00:00Z`)
  // A day such as 31 February is an invalid date, or becomes another day.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/** Refuses a user name or password: before the `@`, they could be mistaken for the host. */
function isWebAddress(text: string): boolean {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return hostname.includes('.') && !username && !password
}
