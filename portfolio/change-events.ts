/** An event for open pages: that something changed, not what. The page loads its data again. */
export type ChangeEvent =
  | { readonly about: 'work' }
  | { readonly about: 'project'; readonly id: string }
  | { readonly about: 'studio' }
  | { readonly about: 'person'; readonly userId: string }

/** The user behind a live stream; `null` for a visitor who is not signed in. */
export interface Subscriber {
  readonly userId: string | null
}

export function mayReceive(event: ChangeEvent, subscriber: Subscriber): boolean {
  switch (event.about) {
    case 'work':
    case 'project':
    case 'studio':
      return true
    case 'person':
      return event.userId === subscriber.userId
  }
}

/** The name of an event on the wire: `work`, `project:{id}`, `studio` or `you`. */
export type Topic = 'work' | 'studio' | 'you' | `project:${string}`

export function topicOf(event: ChangeEvent): Topic {
  switch (event.about) {
    case 'project':
      return `project:${event.id}`
    case 'person':
      return 'you'
    case 'work':
    case 'studio':
      return event.about
  }
}
