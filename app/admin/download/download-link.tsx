import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useDownloadParam } from './use-download-param.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'

interface DownloadLinkProps {
  to: string
  className?: string
  children: ReactNode
  /** Shown after the link, on the same line. */
  note?: ReactNode
}

/** A link to a file. If the user first had to prove their identity again, the download begins when the page is back. */
export function DownloadLink({ to, className, children, note }: DownloadLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const hasParam = useDownloadParam()
  const [isConfirmed] = useState(hasParam)
  useEffect(() => {
    // Removing the parameter is a navigation, which would end the download.
    if (!isConfirmed || hasParam) return
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

/** Rendered in place of the link while there is no file, so that no download begins unasked once the file exists. */
export function NoDownload(): null {
  useDownloadParam()
  return null
}
