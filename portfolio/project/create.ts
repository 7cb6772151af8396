import { z } from 'zod'
import { changeAsAdmin, type Admin } from '#portfolio/account/as-admin.ts'
import { admit } from '#portfolio/account/show.ts'
import type { Person } from '#portfolio/account/account.ts'
import type { UnitOfWork } from '#portfolio/change-together.ts'
import { done, refused, type Outcome } from '#portfolio/outcome.ts'
import type { Parts } from '#portfolio/parts.ts'
import { altText } from '#portfolio/photo/edit.ts'
import { hang } from '#portfolio/photo/hang.ts'
import { photoLimits } from '#portfolio/photo/photo.ts'
import { giveBack, receive, type Original } from '#portfolio/photo/receive.ts'
import { sentencesOf } from '#portfolio/text.ts'
import { projectTexts } from './edit.ts'

/** A project to be made, with originals that are stored already. */
export interface NewProject {
  readonly name: string
  readonly details: string
  /** Names the form it came from: made twice, it stays one. */
  readonly requestId: string
  readonly cover: { readonly original: Original; readonly alt?: string } | null
  readonly images: readonly { readonly original: Original; readonly alt?: string }[]
}

const creation = z.object({
  ...projectTexts,
  requestId: z.string().min(1).max(64),
  cover: z
    .string()
    .max(100)
    .optional()
    .transform((id) => id || null),
  images: z.array(z.string().min(1).max(100)).max(photoLimits.perProject).default([]),
  coverAlt: altText.default(''),
  /** One for each of `images`, in the same order. */
  imageAlts: z.array(altText).max(photoLimits.perProject).default([]),
})

/** Makes a project of the form's texts and of uploads that have arrived. Sent twice, it makes one. */
export async function createProject(
  parts: Parts,
  person: Person | null,
  form: unknown,
): Promise<Outcome<{ id: string; name: string }>> {
  const admitted = await admit(parts.db, person)
  if (!admitted.ok) return admitted
  const wish = creation.safeParse(form)
  if (!wish.success) {
    const fields = sentencesOf(wish.error)
    return refused('wrong-value', Object.values(fields)[0] ?? '', { fields })
  }
  const before = await madeBefore(parts, wish.data)
  if (before) return before
  const { cover, coverAlt, imageAlts } = wish.data
  // One upload hangs once.
  const images = [...new Set(wish.data.images)].filter((id) => id !== cover)
  const altOf = (id: string | null) => imageAlts[wish.data.images.indexOf(id ?? '')] ?? ''
  const received = await receiveAll(parts, admitted.value, [
    ...(cover ? [{ id: cover, place: 'cover' as const }] : []),
    ...images.map((id) => ({ id, place: 'gallery' as const })),
  ])
  if (!received.ok) return (await madeBefore(parts, wish.data)) ?? received
  const originals = received.value
  const hung = { cover: cover ? originals[0] : undefined, images: cover ? originals.slice(1) : originals }
  const made = await changeAsAdmin(parts, person, (unit, admin) =>
    makeProject(unit, admin, {
      ...wish.data,
      cover: hung.cover ? { original: hung.cover, alt: coverAlt } : null,
      images: hung.images.map((original) => ({ original, alt: altOf(original.uploadId) })),
    }),
  )
  if (made.ok ? made.value.already : !made.unsure) await giveBack(parts, originals)
  if (!made.ok) return made
  if (made.value.already) return (await madeBefore(parts, wish.data)) ?? done(made.value)
  await Promise.all(originals.map((original) => original.uploadId && parts.uploads.discard(original.uploadId)))
  parts.wake()
  return done({ id: made.value.id, name: made.value.name })
}

/** Writes the project and its pictures, at the end of the list. `already` when this form made it before. */
export async function makeProject(
  unit: UnitOfWork,
  admin: Admin,
  project: NewProject,
): Promise<Outcome<{ id: string; name: string; already: boolean }>> {
  const id = unit.newId()
  const inserted = await unit.tx
    .insertInto('projects')
    .values({
      id,
      name: project.name,
      details: project.details,
      comments: '[]',
      position: await nextPosition(unit),
      nameVersion: 1,
      detailsVersion: 1,
      requestId: project.requestId,
      createdAt: unit.now,
      changedAt: unit.now,
      deletedAt: null,
    })
    .onConflict((conflict) => conflict.column('requestId').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) {
    const before = await findMade(unit.tx, project.requestId)
    return before ? done({ ...before, already: true }) : refused('unavailable', 'Please try again in a moment.')
  }
  const pictures = [
    ...(project.cover ? [{ ...project.cover, place: 'cover' as const }] : []),
    ...project.images.map((image) => ({ ...image, place: 'gallery' as const })),
  ]
  for (const { original, alt, place } of pictures) {
    const hung = await hang(unit, admin, original, { projectId: id, place, ...(alt && { alt }) })
    if (!hung.ok) return hung
  }
  unit.announce({ about: 'work' })
  return done({ id, name: project.name, already: false })
}

async function nextPosition(unit: UnitOfWork): Promise<number> {
  const last = await unit.tx
    .selectFrom('projects')
    .select((of) => of.fn.max('position').as('position'))
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return Math.min(Number(last?.position ?? 0) + 1, Number.MAX_SAFE_INTEGER)
}

async function receiveAll(
  parts: Parts,
  person: Person,
  uploads: readonly { id: string; place: 'cover' | 'gallery' }[],
): Promise<Outcome<Original[]>> {
  const originals: Original[] = []
  for (const { id, place } of uploads) {
    const upload = await parts.uploads.find(id, person.userId)
    const received = upload
      ? await receive(parts, { ...upload, uploadId: id }, { place, projectId: null })
      : refused('unknown', 'An upload is no longer there. Please choose the file again.')
    if (!received.ok) {
      await giveBack(parts, originals)
      const field = place === 'cover' ? 'cover' : 'images'
      return { ...received, fields: { [field]: received.message }, about: { upload: id } }
    }
    originals.push(received.value)
  }
  return done(originals)
}

/**
 * What this form has made already, if its answer got lost. Refused (`newer`, about what it made) when
 * the form says something else by now: to call that a success would lose what was written since. Refused (`unknown`)
 * when it was deleted since: there is nothing to open.
 */
async function madeBefore({ db }: Pick<Parts, 'db'>, wish: z.infer<typeof creation>) {
  const made = await findMade(db, wish.requestId)
  if (!made) return null
  if (made.deletedAt !== null) {
    const sentence = `An earlier try has added “${made.name}”, which was deleted since.`
    return refused('unknown', `${sentence} Reload this page to add it again.`)
  }
  const photos = await db.selectFrom('photos').select(['uploadId', 'alt']).where('projectId', '=', made.id).execute()
  const alts = new Map(photos.map((photo) => [photo.uploadId, photo.alt]))
  const asked = [
    ...(wish.cover ? [[wish.cover, wish.coverAlt]] : []),
    ...wish.images.map((id, at) => [id, wish.imageAlts[at] ?? '']),
  ]
  const same = made.name === wish.name && made.details === wish.details
  if (same && asked.every(([id = '', alt]) => alts.get(id) === alt)) return done({ id: made.id, name: made.name })
  const sentence = `An earlier try has added “${made.name}” already, without what you have changed since.`
  return refused('newer', `${sentence} Open the project to change it there.`, { about: { made: made.id } })
}

async function findMade(db: Parts['db'], requestId: string) {
  return db
    .selectFrom('projects')
    .select(['id', 'name', 'details', 'deletedAt'])
    .where('requestId', '=', requestId)
    .executeTakeFirst()
}
