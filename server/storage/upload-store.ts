import type { DataStore } from '@tus/server'
import { z } from 'zod'

/** Stores uploads until they are attached. Callers must check ids. Throws the errors of the file system or bucket. */
export interface UploadStore {
  /** Creates uploads, writes their bytes and deletes them, for requests of the tus protocol. */
  readonly tus: DataStore
  /** `null` for an unknown upload. */
  readInfo(id: string): Promise<UploadInfo | null>
  /** How many bytes were received; `null` for an unknown upload. */
  countReceived(id: string): Promise<number | null>
  /** The local path of a complete upload of this size, which a bucket first downloads. */
  localPathOf(id: string, bytes: number): Promise<string>
  /** The examination as JSON; `null` if there is none. */
  readExamination(id: string): Promise<string | null>
  /** Replaces an earlier examination. It may be lost in a crash: then the upload is examined again. */
  writeExamination(id: string, text: string): Promise<void>
  discard(id: string): Promise<void>
  /** Deletes the uploads that have not changed since `before`, and returns their number. */
  expire(before: Date): Promise<number>
  count(): Promise<number>
}

export const uploadIdPattern = /^[0-9a-f]{32}$/

export type UploadInfo = z.infer<typeof uploadInfo>

const uploadInfo = z.object({
  size: z.number(),
  metadata: z.object({ filename: z.string().nullish(), owner: z.string() }),
})

/** Parses an upload's information, which the library writes. `null` if it is missing or was truncated by a crash. */
export function parseUploadInfo(text: string | null): UploadInfo | null {
  return parseJson(text, uploadInfo)
}

/** `null` for text that is missing, is not JSON or has another shape. */
export function parseJson<T>(text: string | null, schema: z.ZodType<T>): T | null {
  if (text === null) return null
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
