import type { Site } from './site.ts'

interface ProjectRow {
  readonly id: string
  readonly name: string
  readonly details: string
  readonly position: number
  readonly nameVersion: number
}

/** The projects as the tables hold them, in the order of the list. */
export function projectsOf(site: Site): ProjectRow[] {
  return site.sql(
    `select id, name, details, position, nameVersion from projects where deletedAt is null
      order by position, createdAt, id`,
  )
}

export function projectNamed(site: Site, name: string): ProjectRow {
  const project = projectsOf(site).find((one) => one.name === name)
  if (!project) throw new Error(`there is no project ${name}`)
  return project
}

/** The address of a project. */
export function pathOf(site: Site, name: string): string {
  return `/projects/${projectNamed(site, name).id}`
}

/** The images in the gallery of a project, in their order. */
export function imagesOf(site: Site, name: string): { id: string; alt: string; position: number }[] {
  return site.sql(
    `select id, alt, position from photos
     where projectId = ? and place = 'gallery' and deletedAt is null order by position`,
    projectNamed(site, name).id,
  )
}

interface UserRow {
  readonly id: string
  readonly role: string | null
  readonly online: number
}

/** The `users` row behind an address. */
export function userOf(site: Site, email: string): UserRow {
  const [user] = site.sql<UserRow>('select users.* from users join authUser using (id) where email = ?', email)
  if (!user) throw new Error(`there is no users row for ${email}`)
  return user
}
