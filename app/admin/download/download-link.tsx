import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useDownloadParam } from './use-download-param.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'

interface DownloadLinkProps {
  to: string
  className?: string
  children: ReactNode
  note?: ReactNode
}

/** A link to a file. If the server first asks for a recent proof, the download starts once the user is back. */
export function DownloadLink({ to, className, children, note }: DownloadLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const hasParam = useDownloadParam()
  const [isConfirmed] = useState(hasParam)
  useEffect(() => {
    // Removing the parameter is a navigation, which would cancel the download.
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
      <StatusMessage>{isConfirmed ? 'The download has started.' : null}</StatusMessage>
    </>
  )
}

/** Rendered while there is no file: removes the parameter, so that no download starts once the file exists. */
export function NoDownload(): null {
  useDownloadParam()
  return null
}
