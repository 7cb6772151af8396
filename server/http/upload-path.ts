import { endpoints } from '#app/endpoints.ts'

export function isUploadPath(path: string): boolean {
  return path === endpoints.uploads || path.startsWith(`${endpoints.uploads}/`)
}
