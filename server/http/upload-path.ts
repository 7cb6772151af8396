import { endpoints } from '#app/endpoints.ts'

/** Whether a request path belongs to the resumable uploads. */
export function isUploadPath(path: string): boolean {
  return path === endpoints.uploads || path.startsWith(`${endpoints.uploads}/`)
}
