import { randomUUID } from 'node:crypto'
import { searchTextOf } from '#portfolio/contact/inbox.ts'
import type { SiteProcess } from './site-process.ts'

interface ProjectRow {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly details: string
  readonly position: number
  readonly nameVersion: number
}

/** The rows of all projects, in list order. */
export function projectsOf(site: SiteProcess): ProjectRow[] {
  return site.sql(
    `select id, slug, name, details, position, nameVersion from projects where deletedAt is null
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
  return `/projects/${projectNamed(site, name).slug}`
}

/** The gallery images of a project, in order. */
export function imagesOf(site: SiteProcess, name: string): { id: string; alt: string; position: number }[] {
  return site.sql(
    `select coalesce(imageId, id) as id, alt, position from photos
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

interface MessageRow {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly subject: string
  readonly message: string
  readonly createdAt: string
  readonly quarantined: string | null
}

/** Stores a message of the contact form, as `sendMessage` does but without an event. Returns its id. */
export function insertMessage(site: SiteProcess, fields: Partial<MessageRow> = {}): string {
  const texts = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    subject: 'A shop',
    message: 'Empty.',
  }
  const times = { createdAt: new Date().toISOString(), quarantined: null }
  const row: MessageRow = { id: randomUUID(), ...texts, ...times, ...fields }
  const columns = { ...row, searchText: searchTextOf(row) }
  site.sql(
    `insert into contactSubmissions (${Object.keys(columns).join(', ')})
      values (${Object.keys(columns)
        .map(() => '?')
        .join(', ')})`,
    ...Object.values(columns),
  )
  return row.id
}

/** Stores the state of the clock check, as `watchClock` does. */
export function setClockFact(site: SiteProcess, fact: object): void {
  site.sql(
    `insert into healthFacts values ('clock', ?, ?)
      on conflict (key) do update set value = excluded.value, recordedAt = excluded.recordedAt`,
    JSON.stringify(fact),
    new Date().toISOString(),
  )
}
