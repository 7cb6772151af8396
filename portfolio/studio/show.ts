import type { Ports } from '#portfolio/ports.ts'
import { studioPhotos } from '#portfolio/photo/show.ts'
import type { Studio, StudioTexts } from './studio.ts'

export async function showStudio({ db }: Pick<Ports, 'db'>): Promise<Studio> {
  const [texts, photos] = await Promise.all([readTexts(db), studioPhotos(db)])
  return { ...texts, ...photos }
}

/** The name in the header of every page. */
export async function readStudioName({ db }: Pick<Ports, 'db'>): Promise<string> {
  return (await readTexts(db)).name
}

/** Whether the studio's texts have been saved. */
export async function isDescribed({ db }: Pick<Ports, 'db'>): Promise<boolean> {
  return (await db.selectFrom('studio').select('id').executeTakeFirst()) !== undefined
}

async function readTexts(db: Ports['db']): Promise<StudioTexts> {
  const row = await db.selectFrom('studio').select('words').executeTakeFirst()
  // Validated by `editStudio`.
  return row ? (JSON.parse(row.words) as StudioTexts) : defaultTexts
}

/** The texts of an empty portfolio. */
export const defaultTexts: StudioTexts = {
  name: 'Interior Design Studio',
  city: '',
  phone: '',
  email: '',
  social: { label: '', href: '' },
  summary: 'Portfolio of an interior designer.',
  biography: [],
  values: [],
}
