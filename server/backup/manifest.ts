import { createHash } from 'node:crypto'
import { lstat, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { databaseName } from '#server/database/sqlite/database-file.ts'
import { nullIfMissing, writeNewFile } from '#server/storage/durable-write.ts'
import { BackupRefused } from './backup-refused.ts'

export const manifestName = 'manifest.json'
export const manifestHashName = 'manifest.sha256'
/** The two files of a backup that the manifest does not list. */
export const manifestNames = [manifestName, manifestHashName]

const path = z.string().refine(isBackupPath)

const fileEntry = z.object({
  /** Relative to the backup, with `/`. */
  path,
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const missingEntry = z.object({ path, reason: z.enum(['missing', 'damaged', 'unreadable']) })

const manifestSchema = z.object({
  /** 1: the format of version 0.1 before the fields with a default were added. */
  format: z.union([z.literal(1), z.literal(2)]),
  madeAt: z.iso.datetime(),
  /** The id of the file store that was backed up; `null` if it had none. */
  storeId: z.string().nullable().default(null),
  /** Whether the database is in the backup; a PostgreSQL database is not. */
  hasDatabase: z.boolean().default(true),
  files: z.array(fileEntry).refine((files) => new Set(files.map((file) => file.path)).size === files.length),
  /** Files of the site that were missing, damaged or unreadable. A backup folder contains damaged files as they are. */
  missing: z.array(missingEntry).default([]),
})

export type BackupFile = z.infer<typeof fileEntry>
export type MissingFile = z.infer<typeof missingEntry>
export type Manifest = z.infer<typeof manifestSchema>

/** One sentence for the operator. */
export function describeMissing({ path, reason }: MissingFile): string {
  const states = { missing: 'is missing', damaged: 'is not the file that was stored', unreadable: 'cannot be read' }
  return `${path} ${states[reason]}.`
}

export function serializeManifest(manifest: Manifest): { readonly text: string; readonly hash: string } {
  const text = JSON.stringify(manifest, null, 1)
  return { text, hash: `${sha256Of(text)}\n` }
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const { text, hash } = serializeManifest(manifest)
  await writeNewFile(join(folder, manifestName), text)
  await writeNewFile(join(folder, manifestHashName), hash)
}

/** Reads and validates the manifest. Throws `BackupRefused` for a folder that is not a backup or is damaged. */
export async function readManifest(backup: string): Promise<Manifest> {
  return parseManifest(await readRegularFile(backup, manifestName), await readRegularFile(backup, manifestHashName))
}

/** Validates a manifest. `hash` is `null` for a backup that is not complete. Throws `BackupRefused`. */
export function parseManifest(text: string, hash: string | null): Manifest {
  if (hash !== null && hash !== `${sha256Of(text)}\n`)
    throw new BackupRefused('The manifest of the backup does not match its checksum.')
  const manifest = parseJson(text)
  const format = z.object({ format: z.number() }).safeParse(manifest).data?.format
  if (format !== undefined && format !== 1 && format !== 2) {
    throw new BackupRefused(`The backup has the format ${format}, which this version of Enfilade does not support.`)
  }
  const { data, error } = manifestSchema.safeParse(manifest)
  if (data) return data
  const field = error.issues[0]?.path.join('.') || 'content'
  throw new BackupRefused(`The manifest of the backup is not valid: its ${field} is wrong.`)
}

function isBackupPath(path: string): boolean {
  if (path === databaseName || path === 'secret') return true
  const [first, ...rest] = path.split('/')
  const isName = (part: string) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part)
  return first === 'files' && rest.length > 0 && rest.every(isName)
}

async function readRegularFile(backup: string, name: string): Promise<string> {
  const found = await lstat(join(backup, name)).catch(nullIfMissing)
  if (!found) throw new BackupRefused(`${basename(backup)} has no ${name}: choose the folder of one complete backup.`)
  if (!found.isFile()) throw new BackupRefused(`${name} in the backup is not a regular file.`)
  return readFile(join(backup, name), 'utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
