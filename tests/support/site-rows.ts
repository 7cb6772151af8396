import type { SiteProcess } from './site-process.ts'

interface ProjectRow {
  readonly id: string
  readonly name: string
  readonly details: string
  readonly position: number
  readonly nameVersion: number
}

/** The rows of all projects, in list order. */
export function projectsOf(site: SiteProcess): ProjectRow[] {
  return site.sql(
    `select id, name, details, position, nameVersion from projects where deletedAt is null
      order by position, createdAt, id`,
  )
}

export function projectNamed(site: SiteProcess, name: string): ProjectRow {
  const project = projectsOf(site).find((one) => one.name === name)
  if (!project) throw new Error(`there is no project ${name}`)
  return project
}

/** The path of a project's page. */
export function pathOf(site: SiteProcess, name: string): string {
  return `/projects/${projectNamed(site, name).id}`
}

/** The gallery images of a project, in order. */
export function imagesOf(site: SiteProcess, name: string): { id: string; alt: string; position: number }[] {
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

/** The `users` row of the account with this e-mail address. */
export function userOf(site: SiteProcess, email: string): UserRow {
  const [user] = site.sql<UserRow>('select users.* from users join authUser using (id) where email = ?', email)
  if (!user) throw new Error(`there is no users row for ${email}`)
  return user
}
