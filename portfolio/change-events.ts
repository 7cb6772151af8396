/** An event for open pages: that something changed, not what. The page loads its data again. */
export type ChangeEvent =
  | { readonly about: 'work' }
  | { readonly about: 'project'; readonly id: string }
  | { readonly about: 'studio' }
  | { readonly about: 'inbox' }
  | { readonly about: 'person'; readonly userId: string }

/** The reader of a live stream. */
export interface Subscriber {
  /** `null` for a visitor who is not signed in. */
  readonly userId: string | null
  readonly admin: boolean
}

export function mayReceive(event: ChangeEvent, subscriber: Subscriber): boolean {
  switch (event.about) {
    case 'work':
    case 'project':
    case 'studio':
      return true
    case 'inbox':
      return subscriber.admin
    case 'person':
      return event.userId === subscriber.userId
  }
}

/** The name of an event on the wire: `work`, `project:{id}`, `studio`, `inbox` or `you`. */
export type Topic = 'work' | 'studio' | 'inbox' | 'you' | `project:${string}`

export function topicOf(event: ChangeEvent): Topic {
  switch (event.about) {
    case 'project':
      return `project:${event.id}`
    case 'person':
      return 'you'
    case 'work':
    case 'studio':
    case 'inbox':
      return event.about
  }
}
