import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { downloadParam } from '#app/requests/download-page.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'

interface DownloadLinkProps {
  to: string
  className?: string
  children: ReactNode
  /** Follows the link in its line. */
  note?: ReactNode
}

/** A link to a file. If the password had to be given again for it, the download begins when the page is back. */
export function DownloadLink({ to, className, children, note }: DownloadLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const [params, setParams] = useSearchParams()
  const hasParam = params.has(downloadParam)
  const [isConfirmed] = useState(hasParam)
  // Otherwise a reload would download the file again.
  const removeParam = useEffectEvent(() => setParams({}, { replace: true, preventScrollReset: true }))
  useEffect(() => {
    if (!isConfirmed) return
    if (hasParam) return removeParam()
    link.current?.focus()
    link.current?.click()
  }, [isConfirmed, hasParam])
  return (
    <>
      <a ref={link} href={to} className={className}>
        {children}
      </a>
      {note}
      <StatusMessage>{isConfirmed ? 'The download begins.' : null}</StatusMessage>
    </>
  )
}
