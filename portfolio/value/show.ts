import { findPhotosById } from '#portfolio/photo/show.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { EditableValue, StudioValue } from './value.ts'

/** The values in order. A new value has no title yet. */
export async function listValues({ db }: Pick<Ports, 'db'>): Promise<EditableValue[]> {
  const rows = await db
    .selectFrom('studioValues')
    .select(['id', 'title', 'titleVersion', 'text', 'textVersion', 'drawing', 'photoId'])
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const photos = await findPhotosById(
    db,
    rows.flatMap(({ photoId }) => photoId ?? []),
  )
  return rows.map(({ titleVersion, textVersion, photoId, ...value }) => ({
    ...value,
    photo: photos.get(photoId ?? '') ?? null,
    saved: {
      title: { text: value.title, version: titleVersion },
      text: { text: value.text, version: textVersion },
    },
  }))
}

/** The values that visitors see, without `saved`, which only editors need. */
export function publicValues(values: readonly EditableValue[]): StudioValue[] {
  return values.filter(({ title }) => title !== '').map(({ saved: _, ...value }) => value)
}
