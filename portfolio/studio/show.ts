import type { Parts } from '#portfolio/parts.ts'
import { studioPicture } from '#portfolio/photo/show.ts'
import type { Studio, StudioWords } from './studio.ts'

/** The studio's words and its two pictures. */
export async function showStudio({ db }: Pick<Parts, 'db'>): Promise<Studio> {
  const [row, hero, portrait] = await Promise.all([
    db.selectFrom('studio').select('words').executeTakeFirst(),
    studioPicture(db, 'hero'),
    studioPicture(db, 'portrait'),
  ])
  // Only `describeStudio` writes the row, after validation.
  const words = row ? (JSON.parse(row.words) as StudioWords) : unnamed
  return { ...words, hero, portrait }
}

/** Whether the studio has been described at all. */
export async function isDescribed({ db }: Pick<Parts, 'db'>): Promise<boolean> {
  return (await db.selectFrom('studio').select('id').executeTakeFirst()) !== undefined
}

// An empty portfolio still has a front door.
const unnamed: StudioWords = {
  name: 'Interior Design Studio',
  city: '',
  phone: '',
  email: '',
  social: { label: '', href: '' },
  summary: 'Portfolio of an interior designer.',
  biography: [],
  values: [],
}
