import type { Audience } from './audience.ts'

/** Says that something changed, not what: open pages load their data again. Changes of drafts are for `admins`. */
export type ChangeEvent =
  | { readonly about: 'work'; readonly audience: Audience }
  | { readonly about: 'project'; readonly id: string; readonly audience: Audience }
  | { readonly about: 'studio' }
  | { readonly about: 'inbox' }
  | { readonly about: 'health' }
  | { readonly about: 'people' }
  | { readonly about: 'bin' }
  | { readonly about: 'old-addresses' }
  | { readonly about: 'person'; readonly userId: string }

export interface Subscriber {
  readonly userId: string | null
  readonly admin: boolean
}

export function mayReceive(event: ChangeEvent, subscriber: Subscriber): boolean {
  switch (event.about) {
    case 'work':
    case 'project':
      return event.audience === 'everyone' || subscriber.admin
    case 'studio':
      return true
    case 'inbox':
    case 'health':
    case 'people':
    case 'bin':
    case 'old-addresses':
      return subscriber.admin
    case 'person':
      return event.userId === subscriber.userId
  }
}

/** What browsers receive about an event: its `about`, except `project:{id}` for a project and `you` for a person. */
export type Topic = Exclude<ChangeEvent['about'], 'project' | 'person'> | 'you' | `project:${string}`

export function topicOf(event: ChangeEvent): Topic {
  switch (event.about) {
    case 'project':
      return `project:${event.id}`
    case 'person':
      return 'you'
    case 'work':
    case 'studio':
    case 'inbox':
    case 'health':
    case 'people':
    case 'bin':
    case 'old-addresses':
      return event.about
  }
}

/** How many of the newest changes are stored. A page that has missed more loads all its data again. */
export const maxStoredChanges = 1_000

/** A stored change. Numbers increase in the order of the commits. */
export interface StoredChange {
  readonly number: number
  readonly event: ChangeEvent
}
