/**
 * Everything that can happen that an open page may want to hear of.
 * A change says *that* something is different, never *what*: the page reads itself again.
 */
export type Change =
  | { readonly about: 'work' }
  | { readonly about: 'project'; readonly id: string }
  | { readonly about: 'studio' }
  | { readonly about: 'person'; readonly userId: string }

/** Who is listening; `null` for someone who is not signed in. */
export interface Listener {
  readonly userId: string | null
}

/** Whether this listener may learn that the change happened. */
export function mayHear(change: Change, listener: Listener): boolean {
  switch (change.about) {
    case 'work':
    case 'project':
    case 'studio':
      return true
    case 'person':
      return change.userId === listener.userId
  }
}

/** What travels: `work`, `project:{id}`, `studio`, or `you`. */
export type Topic = 'work' | 'studio' | 'you' | `project:${string}`

/** The topic under which pages listen for the change. */
export function topicOf(change: Change): Topic {
  switch (change.about) {
    case 'project':
      return `project:${change.id}`
    case 'person':
      return 'you'
    case 'work':
    case 'studio':
      return change.about
  }
}
