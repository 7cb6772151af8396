import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { downloadParam } from '#app/requests/download-page.ts'

/** Returns whether the URL has the parameter that starts a download (`downloadParam`), and removes it from the URL. */
export function useDownloadParam(): boolean {
  const [params, setParams] = useSearchParams()
  const hasParam = params.has(downloadParam)
  // Otherwise a reload would download the file again.
  const removeParam = useEffectEvent(() => {
    const others = new URLSearchParams(params)
    others.delete(downloadParam)
    setParams(others, { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (hasParam) removeParam()
  }, [hasParam])
  return hasParam
}
