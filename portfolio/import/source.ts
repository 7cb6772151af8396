import type { Admin } from '#portfolio/account/as-admin.ts'
import type { ExportedPhoto, ExportedProject, ExportedStudio } from '#portfolio/export/export.ts'
import type { FindPathOwner } from '#portfolio/old-address/old-address.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { Refusal, Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'

/** The site, its URLs, and the permission to change it. */
export interface ImportTarget {
  readonly ports: Ports
  readonly findOwner: FindPathOwner
  /** Runs a command in a transaction as an admin or as the operator. */
  run<T>(command: (unit: UnitOfWork, admin: Admin) => Promise<Result<T>>): Promise<Result<T>>
}

export interface ImportedFile {
  readonly path: string
  /** The name of the stored original. */
  readonly fileName: string
  readonly bytes: number
}

/** What an export says about a project, or what a plain folder implies. */
export type ImportedContent = Pick<
  ExportedProject,
  'name' | 'details' | 'formerSlugs' | 'draft' | 'facts' | 'coverImage' | 'coverPhoto' | 'images'
> &
  Partial<Pick<ExportedProject, 'slug' | 'position'>>

/** A folder that becomes a project. */
export interface ImportedProject {
  /** The same in each import of this folder: it is imported once, however often the import runs. */
  readonly key: string
  readonly content: ImportedContent
  /** `null` if the file does not exist. */
  findFile(file: ExportedPhoto['file']): Promise<ImportedFile | null>
}

export interface ImportedStudio {
  readonly key: string
  readonly content: ExportedStudio
  /** `null` if the file does not exist. */
  findFile(file: ExportedPhoto['file']): Promise<ImportedFile | null>
  /** The id of the imported project that had this slug in the export. */
  findProjectId(slug: string): string | undefined
}

/** A part of an import that may be refused while the rest goes on; `subject` names it in the report. */
export type Step = readonly [subject: string, run: () => Promise<Result<unknown>>]

/** The key of a project whose photos are still being added. Until they all are, the project is a draft. */
export function unfinishedKeyOf(key: string): string {
  return `${key}:open`
}

/** Whether the refusal is about the site, not about a file: the other files would be refused too. */
export function stopsImport({ code }: Refusal): boolean {
  return code === 'full' || code === 'unavailable'
}

/** `kiln.jpg: This picture is damaged or incomplete.` */
export function describeRefusal(subject: string, { message }: Refusal): string {
  return `${subject}: ${message}`
}
