import { useEffect, useEffectEvent, useRef } from 'react'
import { useMatches, useNavigation, useRevalidator } from 'react-router'
import type { Topic } from '#portfolio/change-events.ts'
import { clearPageData } from './page-data.ts'
import { openLiveStream, type LiveMessage } from './reconnecting-live-stream.ts'

/** The `handle` export of a page that is revalidated when one of its `liveTopics` changes. */
export interface LiveRouteHandle<Data = unknown> {
  /** `data` is missing if the page could not be loaded. */
  readonly liveTopics: (
    params: Readonly<Record<string, string | undefined>>,
    data: Data | null | undefined,
  ) => readonly Topic[]
}

/** Messages between tabs: those of the stream, and `joined` from a new tab, which may have missed changes. */
export type TabMessage =
  | LiveMessage
  | { readonly type: 'joined'; readonly userId: string | null; readonly edition: string }

// Only admins receive 'inbox' and 'health', which their navigation shows.
const topicsOfEveryPage: readonly string[] = ['you', 'studio', 'inbox', 'health']
/** Changes within this time cause a single revalidation. */
const debounceMs = 60
/** The maximum random delay, so that thousands of browsers do not send requests at once. Not for `you`: one user. */
const maxJitterMs = 250

/**
 * Revalidates the page when its data changes, and when the stream may have missed a change. `edition` and `userId` are
 * those that the page was loaded with.
 */
export function useLiveUpdates(edition: string, userId: string | null): void {
  const { revalidate, state } = useRevalidator()
  const matches = useMatches()
  const loaded = useNavigation().state === 'idle' && state === 'idle' ? matches : null
  const topics = matches.flatMap((match) => topicsOf(match.handle, match.params, match.loaderData))
  const received = useRef<TabMessage[]>([])
  const revalidatePage = useEffectEvent(() => void revalidate())
  const concernsPage = useEffectEvent((message: TabMessage) => {
    if (message.type === 'edition') return message.edition !== edition
    // Another tab has logged in or out. The stream cannot report this, because it belongs to the previous user.
    if (message.type === 'joined') return message.userId !== userId
    const isNewer = isAfter(message.edition, edition)
    return isNewer && [...topicsOfEveryPage, ...topics].includes(message.topic)
  })

  const subscribeSincePage = useEffectEvent((user: string | null, receive: (message: TabMessage) => void) =>
    subscribe(edition, user, receive),
  )

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const receive = (message: TabMessage) => {
      clearPageData()
      received.current.push(message)
      if (!concernsPage(message)) return
      clearTimeout(timer)
      const isForMany = message.type !== 'changed' || message.topic !== 'you'
      timer = setTimeout(revalidatePage, debounceMs + (isForMany ? Math.random() * maxJitterMs : 0))
    }
    const unsubscribe = whileShown(
      () => subscribeSincePage(userId, receive),
      () => {
        clearPageData()
        // The session may have ended in the meantime, which the new stream does not report.
        if (userId !== null) revalidatePage()
      },
    )
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
    // The server reads the user when the stream opens, so another user needs a new stream.
  }, [userId])

  // While the page was loading, messages were compared with its previous data. The new data may be older than the
  // messages, so they are compared again. All are kept, because a navigation begins before this component renders it.
  const checkReceived = useEffectEvent(() => {
    if (received.current.splice(0).some(concernsPage)) revalidatePage()
  })
  useEffect(() => {
    if (loaded) checkReceived()
  }, [loaded])
}

/**
 * Unsubscribes while the page is in the back/forward cache, because browsers do not keep a page there that has a lock
 * or a connection. Returns a function that unsubscribes for good.
 */
function whileShown(subscribeAgain: () => () => void, onReturn: () => void): () => void {
  const ended = new AbortController()
  const options = { signal: ended.signal }
  let unsubscribe = subscribeAgain()
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    unsubscribe = subscribeAgain()
    onReturn()
  }
  addEventListener('pagehide', () => unsubscribe(), options)
  addEventListener('pageshow', onPageShow, options)
  return () => {
    ended.abort()
    unsubscribe()
  }
}

function topicsOf(
  handle: unknown,
  params: Readonly<Record<string, string | undefined>>,
  data: unknown,
): readonly string[] {
  return isLiveRouteHandle(handle) ? handle.liveTopics(params, data) : []
}

function isLiveRouteHandle(handle: unknown): handle is LiveRouteHandle {
  return typeof handle === 'object' && handle !== null && 'liveTopics' in handle
}

/** Whether an edition is later than another one, or belongs to another history because a backup was restored. */
function isAfter(edition: string, other: string): boolean {
  const [history, number] = edition.split('.')
  const [otherHistory, otherNumber] = other.split('.')
  return history !== otherHistory || Number(number) > Number(otherNumber)
}

/** Subscribes to a stream that all tabs of the browser share; it begins with the changes after `edition`. */
function subscribe(edition: string, userId: string | null, receive: (message: TabMessage) => void): () => void {
  // Every browser that supports locks also supports BroadcastChannel.
  if (!('locks' in navigator)) return openLiveStream(edition, receive)
  const tabs = new BroadcastChannel('enfilade-live')
  const unsubscribed = new AbortController()
  let latest = edition
  let close: (() => void) | undefined
  const open = (since: string) => {
    close?.()
    close = openLiveStream(since, (message) => {
      latest = message.edition
      receive(message)
      tabs.postMessage(message)
    })
  }
  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    receive(data)
    // The tab with the stream reopens it, so that the new tab gets the changes it missed. The other tabs ignore them.
    if (close && data.type === 'joined' && isAfter(latest, data.edition)) open(data.edition)
  }
  tabs.postMessage({ type: 'joined', userId, edition } satisfies TabMessage)
  // The tab that holds the lock opens the stream; when it closes, the next tab in the queue takes over.
  navigator.locks
    .request(
      'enfilade-live',
      { signal: unsubscribed.signal },
      () =>
        new Promise<void>((release) => {
          open(latest)
          unsubscribed.signal.addEventListener('abort', () => (close?.(), release()))
        }),
    )
    .catch(() => {
      // Either this tab has unsubscribed, or locks are denied (in a sandboxed frame): then it opens its own stream.
      if (!unsubscribed.signal.aborted) unsubscribed.signal.addEventListener('abort', openLiveStream(latest, receive))
    })
  return () => {
    unsubscribed.abort()
    tabs.close()
  }
}
