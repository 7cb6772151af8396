import { href } from 'react-router'

/**
 * The URL of a project's action. It contains the id, which never changes, so that an open page saves to its own project
 * even after the project's address has changed and another project has taken the former address.
 */
export function projectAction(id: string): string {
  return href('/projects/:slug', { slug: id })
}

export function imagesForm(intent: string, photoIds: readonly string[]): FormData {
  const form = new FormData()
  form.set('intent', intent)
  for (const id of photoIds) form.append('photoId', id)
  return form
}
