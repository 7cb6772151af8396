import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { clearPageData } from '#app/browser/page-data.ts'
import { whenSeen } from './when-seen.ts'

/** How long an open page waits between two checks of its link and draft. */
const checkMs = 800

/**
 * Revalidates the page of a private link when its draft changes or the link ends, and reports that the page was opened.
 * A visible page polls, because an event in the live stream would tell every visitor that somebody is working on a
 * draft or has revoked a link. `path` is the page's own path, `state` the state of the draft that the page shows.
 */
export function usePrivateLink(path: string, state: string): void {
  const { revalidate } = useRevalidator()
  const check = useEffectEvent(async () => {
    if (document.visibilityState === 'hidden') return
    const response = await fetch(`${path}/state`, { cache: 'no-store' }).catch(() => null)
    const isUnchanged = response?.ok && (await response.text().catch(() => '')) === state
    // A failed request says nothing about the link.
    if (isUnchanged || (response?.status !== 404 && !response?.ok)) return
    clearPageData()
    await revalidate()
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const repeat = () => {
      // The next check waits for this one, so that a slow connection is not flooded.
      timer = setTimeout(() => void check().finally(() => isMounted && repeat()), checkMs)
    }
    let isMounted = true
    const onChange = () => void check()
    document.addEventListener('visibilitychange', onChange)
    repeat()
    return () => {
      isMounted = false
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onChange)
    }
  }, [])

  useEffect(() => whenSeen(document, () => void fetch(`${path}/opened`, { method: 'POST' }).catch(() => {})), [path])
}
