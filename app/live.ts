import { useEffect, useEffectEvent, useRef } from 'react'
import { useMatches, useNavigation, useRevalidator } from 'react-router'
import type { Topic } from '#portfolio/changes.ts'

/** What a page module exports as `handle` to be read again when one of these topics changes. */
export interface Hears {
  readonly hears: (params: Readonly<Record<string, string | undefined>>) => readonly Topic[]
}

/** What one tab tells the others: what it heard, or that it has just come, as whom, and wants to know the edition. */
type Word =
  | { readonly say: 'edition'; readonly edition: string }
  | { readonly say: 'changed'; readonly topic: string; readonly edition: string }
  | { readonly say: 'asks'; readonly userId: string | null }

const everyPage: readonly string[] = ['you', 'studio']
/** Changes that come together are read together. */
const gatherMs = 60
const reopenMs = 2_000

/**
 * Reads the page again when something on it has changed, and after every gap in listening.
 * `edition` is the one that the page was read at, `userId` the person it was read for.
 */
export function useLive(edition: string, userId: string | null): void {
  const { revalidate } = useRevalidator()
  const onTheWay = useNavigation().state !== 'idle'
  const heardOnTheWay = useRef<Word[]>([])
  const topics = useMatches().flatMap((match) => topicsOf(match.handle, match.params))
  const readAgain = useEffectEvent(() => void revalidate())
  const keep = useEffectEvent((word: Word) => void (onTheWay && heardOnTheWay.current.push(word)))
  const concerns = useEffectEvent((word: Word) => {
    if (word.say === 'edition') return word.edition !== edition
    // Somebody logged in or out in another tab: the site could not tell this one, which listened as somebody else.
    if (word.say === 'asks') return word.userId !== userId
    return everyPage.includes(word.topic) || topics.some((topic) => topic === word.topic)
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = listen(userId, (word) => {
      keep(word)
      if (!concerns(word)) return
      clearTimeout(timer)
      timer = setTimeout(readAgain, gatherMs)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
    // A stream knows who listened when it was opened: for somebody else it is opened anew.
  }, [userId])

  // The next page may have been read before the change, and what was heard meanwhile was held against the last page.
  const arrive = useEffectEvent(() => {
    if (heardOnTheWay.current.splice(0).some(concerns)) readAgain()
  })
  useEffect(() => {
    if (!onTheWay) arrive()
  }, [onTheWay])
}

function topicsOf(handle: unknown, params: Readonly<Record<string, string | undefined>>): readonly string[] {
  return isHears(handle) ? handle.hears(params) : []
}

function isHears(handle: unknown): handle is Hears {
  return typeof handle === 'object' && handle !== null && 'hears' in handle
}

/** Listens to the site through one stream that all tabs of the browser share. Returns the way to stop. */
function listen(userId: string | null, hear: (word: Word) => void): () => void {
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) return openStream(hear)
  const tabs = new BroadcastChannel('enfilade-live')
  const left = new AbortController()
  let latest: string | undefined
  const tell = (word: Word) => {
    if (word.say !== 'asks') latest = word.edition
    hear(word)
    tabs.postMessage(word)
  }
  tabs.onmessage = ({ data }: MessageEvent<Word>) => {
    hear(data)
    if (data.say === 'asks' && latest !== undefined)
      tabs.postMessage({ say: 'edition', edition: latest } satisfies Word)
  }
  tabs.postMessage({ say: 'asks', userId } satisfies Word)
  // Whoever holds the lock has the stream; when that tab goes, the next one in the queue opens its own.
  navigator.locks
    .request(
      'enfilade-live',
      { signal: left.signal },
      () =>
        new Promise<void>((release) => {
          const close = openStream(tell)
          left.signal.addEventListener('abort', () => (close(), release()))
        }),
    )
    .catch(() => {
      // Left, or locks are refused here (a sandboxed frame): a stream of its own is better than none.
      if (!left.signal.aborted) left.signal.addEventListener('abort', openStream(hear))
    })
  return () => {
    left.abort()
    tabs.close()
  }
}

function openStream(hear: (word: Word) => void): () => void {
  let stream: EventSource
  let again: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    stream = new EventSource('/live')
    stream.addEventListener('edition', ({ data }) => hear({ say: 'edition', edition: data }))
    stream.addEventListener('changed', (event) =>
      hear({ say: 'changed', topic: event.data, edition: event.lastEventId }),
    )
    stream.addEventListener('error', () => {
      // A cut stream opens itself again; one that was answered with an error (a restart behind a proxy) does not.
      if (stream.readyState === EventSource.CLOSED) again = setTimeout(open, reopenMs)
    })
  }
  open()
  return () => {
    clearTimeout(again)
    stream.close()
  }
}
