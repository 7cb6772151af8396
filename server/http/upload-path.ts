import { endpoints } from '#app/endpoints.ts'

/** Whether a path is that of the upload endpoint or of an upload. */
export function isUploadPath(path: string): boolean {
  return path === endpoints.uploads || path.startsWith(`${endpoints.uploads}/`)
}
