import { z } from 'zod'
import { isFactKey } from '#portfolio/fact/fact.ts'
import { targetPages } from '#portfolio/old-address/old-address.ts'
import { imageLayouts, photoKinds } from '#portfolio/photo/photo.ts'
import { slugOf } from '#portfolio/project-address/slug.ts'
import { studioTextLimits } from '#portfolio/studio/text-limits.ts'
import { drawings } from '#portfolio/value/value.ts'

export const projectFile = 'project.json'
export const studioFile = 'studio.json'
export const studioFolder = 'studio'

/**
 * The version is raised whenever the fields change in a way that earlier versions of the import cannot read. Since
 * version 2, the studio has `oldAddresses`, and project images have a `layout`.
 */
export const header = {
  project: { format: 'enfilade-project', version: 2 },
  studio: { format: 'enfilade-studio', version: 2 },
} as const

/** The name of a file in the same folder; never a path. */
const fileName = z.string().regex(/^[^./\\][^/\\]*$/, 'A file must be a name without a folder.')

const fraction = z.number().min(0).max(1)

const photo = z.strictObject({
  file: fileName,
  alt: z.string(),
  caption: z.string(),
  credit: z.string(),
  focalPoint: z.strictObject({ x: fraction, y: fraction }),
})

/** Photos of the studio have no kind. */
const projectPhoto = photo.extend({ kind: z.enum(photoKinds) })

const slug = z
  .string()
  .refine((text) => text !== '' && slugOf(text) === text, 'A slug consists of lower-case letters, digits and hyphens.')

/** The content of a project. Limits of texts are checked by the commands that save them. */
export const exportedProject = z.strictObject({
  format: z.literal(header.project.format),
  version: z.int().min(1).max(header.project.version),
  name: z.string(),
  slug,
  formerSlugs: z.array(slug),
  position: z.int(),
  draft: z.boolean(),
  details: z.string(),
  /** The filled facts by key; the sector is its name. */
  facts: z.record(
    z.string().refine((key): boolean => isFactKey(key), 'There is no such fact.'),
    z.string(),
  ),
  /** The file of the image that was chosen as the cover. */
  coverImage: fileName.nullable(),
  coverPhoto: projectPhoto.nullable(),
  images: z.array(projectPhoto.extend({ hidden: z.boolean(), layout: z.enum(imageLayouts).default('automatic') })),
})

const shownPhoto = photo.extend({
  /** The slug of the published project that the photo shows and links to. */
  shows: slug.nullable(),
})

/** `path` is encoded as in a URL. It leads to a page, or to the project with this slug. */
const oldAddress = z.union([
  z.strictObject({ path: z.string(), page: z.enum(targetPages) }),
  z.strictObject({ path: z.string(), project: slug }),
])

/** The texts, photos and old addresses that belong to no project. */
export const exportedStudio = z.strictObject({
  format: z.literal(header.studio.format),
  version: z.int().min(1).max(header.studio.version),
  /** The filled texts. */
  texts: z.partialRecord(z.enum(Object.keys(studioTextLimits) as [keyof typeof studioTextLimits]), z.string()),
  sectors: z.array(z.string()),
  links: z.array(z.strictObject({ href: z.string(), label: z.string() })),
  values: z.array(
    z.strictObject({
      title: z.string(),
      text: z.string(),
      drawing: z.literal(['', ...drawings]),
      photo: photo.nullable(),
    }),
  ),
  hero: shownPhoto.nullable(),
  portrait: shownPhoto.nullable(),
  logo: photo.nullable(),
  oldAddresses: z.array(oldAddress).default([]),
})

export type ExportedPhoto = z.infer<typeof photo>
export type ExportedProject = z.infer<typeof exportedProject>
export type ExportedStudio = z.infer<typeof exportedStudio>

/** An original to be copied; `sha256` in hexadecimal. */
export interface ExportedOriginal {
  readonly storageKey: string
  readonly bytes: number
  readonly sha256: string
}

/** A file of an export: a text, or a copy of an original. Its path is relative to the folder of the export. */
export type ExportedFile = { readonly path: string } & ({ readonly text: string } | ExportedOriginal)

/** The name without the prefix that `nameFile` adds. */
export function withoutPrefix(file: string): string {
  return file.replace(/^[^-]+-/, '')
}
