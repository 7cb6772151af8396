import { href } from 'react-router'

/**
 * The URL for the actions of a project. With the id, which never changes: what was typed on an open page is saved even if
 * the project has another address by then, and another project its former one.
 */
export function projectAction(id: string): string {
  return href('/projects/:slug', { slug: id })
}

/** The fields of an action on images of a project. */
export function imagesForm(intent: string, photoIds: readonly string[]): FormData {
  const form = new FormData()
  form.set('intent', intent)
  for (const id of photoIds) form.append('photoId', id)
  return form
}
