import type { Parts } from '#portfolio/parts.ts'
import { studioPicture } from '#portfolio/photo/show.ts'
import type { Studio, StudioWords } from './studio.ts'

/** The studio's words and its two pictures. */
export async function showStudio({ db }: Pick<Parts, 'db'>): Promise<Studio> {
  const [words, hero, portrait] = await Promise.all([
    readWords(db),
    studioPicture(db, 'hero'),
    studioPicture(db, 'portrait'),
  ])
  return { ...words, hero, portrait }
}

/** The name that stands on every page. */
export async function nameStudio({ db }: Pick<Parts, 'db'>): Promise<string> {
  return (await readWords(db)).name
}

/** Whether the studio has been described at all. */
export async function isDescribed({ db }: Pick<Parts, 'db'>): Promise<boolean> {
  return (await db.selectFrom('studio').select('id').executeTakeFirst()) !== undefined
}

async function readWords(db: Parts['db']): Promise<StudioWords> {
  const row = await db.selectFrom('studio').select('words').executeTakeFirst()
  // Only `describeStudio` writes the row, after validation.
  return row ? (JSON.parse(row.words) as StudioWords) : unnamed
}

/** The words of a studio that has said none: an empty portfolio still has a front door. */
export const unnamed: StudioWords = {
  name: 'Interior Design Studio',
  city: '',
  phone: '',
  email: '',
  social: { label: '', href: '' },
  summary: 'Portfolio of an interior designer.',
  biography: [],
  values: [],
}
