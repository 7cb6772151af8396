import { useEffect, useEffectEvent, useRef } from 'react'
import { useMatches, useNavigation, useRevalidator } from 'react-router'
import type { Topic } from '#portfolio/change-events.ts'
import { openLiveStream, type LiveMessage } from './live-stream.ts'

/** The `handle` export of a page that is revalidated when one of these topics changes. */
export interface LiveRouteHandle {
  readonly liveTopics: (params: Readonly<Record<string, string | undefined>>) => readonly Topic[]
}

/** Messages between tabs: those of the stream, and `joined` from a new tab, which requests the current edition. */
type TabMessage = LiveMessage | { readonly type: 'joined'; readonly userId: string | null }

// Only admins receive 'inbox' and 'health', of which their navigation tells.
const topicsOfEveryPage: readonly string[] = ['you', 'studio', 'inbox', 'health']
/** Changes within this time cause a single revalidation. */
const debounceMs = 60

/**
 * Revalidates the page when its data changes, and when the stream may have missed a change. `edition` and `userId` are
 * those that the page was loaded with.
 */
export function useLiveUpdates(edition: string, userId: string | null): void {
  const { revalidate } = useRevalidator()
  const navigating = useNavigation().state !== 'idle'
  const receivedWhileNavigating = useRef<TabMessage[]>([])
  const topics = useMatches().flatMap((match) => topicsOf(match.handle, match.params))
  const revalidatePage = useEffectEvent(() => void revalidate())
  const keepWhileNavigating = useEffectEvent((message: TabMessage) => {
    if (navigating) receivedWhileNavigating.current.push(message)
  })
  const concernsPage = useEffectEvent((message: TabMessage) => {
    if (message.type === 'edition') return message.edition !== edition
    // Another tab has logged in or out. The stream cannot report this, because it belongs to the previous user.
    if (message.type === 'joined') return message.userId !== userId
    return topicsOfEveryPage.includes(message.topic) || topics.some((topic) => topic === message.topic)
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = subscribe(userId, (message) => {
      keepWhileNavigating(message)
      if (!concernsPage(message)) return
      clearTimeout(timer)
      timer = setTimeout(revalidatePage, debounceMs)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
    // The server reads the user when the stream opens, so another user needs a new stream.
  }, [userId])

  // Messages during a navigation were matched against the previous page, but the next page may have stale data.
  const checkReceived = useEffectEvent(() => {
    if (receivedWhileNavigating.current.splice(0).some(concernsPage)) revalidatePage()
  })
  useEffect(() => {
    if (!navigating) checkReceived()
  }, [navigating])
}

function topicsOf(handle: unknown, params: Readonly<Record<string, string | undefined>>): readonly string[] {
  return isLiveRouteHandle(handle) ? handle.liveTopics(params) : []
}

function isLiveRouteHandle(handle: unknown): handle is LiveRouteHandle {
  return typeof handle === 'object' && handle !== null && 'liveTopics' in handle
}

/** Subscribes to a stream shared by all tabs of the browser. Returns the function that unsubscribes. */
function subscribe(userId: string | null, receive: (message: TabMessage) => void): () => void {
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) return openLiveStream(receive)
  const tabs = new BroadcastChannel('enfilade-live')
  const unsubscribed = new AbortController()
  let latestEdition: string | undefined
  const receiveAndForward = (message: LiveMessage) => {
    latestEdition = message.edition
    receive(message)
    tabs.postMessage(message)
  }
  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    receive(data)
    if (data.type === 'joined' && latestEdition !== undefined)
      tabs.postMessage({ type: 'edition', edition: latestEdition } satisfies TabMessage)
  }
  tabs.postMessage({ type: 'joined', userId } satisfies TabMessage)
  // The tab that holds the lock opens the stream; when it closes, the next tab in the queue takes over.
  navigator.locks
    .request(
      'enfilade-live',
      { signal: unsubscribed.signal },
      () =>
        new Promise<void>((release) => {
          const close = openLiveStream(receiveAndForward)
          unsubscribed.signal.addEventListener('abort', () => (close(), release()))
        }),
    )
    .catch(() => {
      // Either unsubscribed or locks are denied (in a sandboxed frame). If denied, this tab opens its own stream.
      if (!unsubscribed.signal.aborted) unsubscribed.signal.addEventListener('abort', openLiveStream(receive))
    })
  return () => {
    unsubscribed.abort()
    tabs.close()
  }
}
