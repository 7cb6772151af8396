import { useId, useState } from 'react'
import { href } from 'react-router'
import type { PrivateLink } from '#portfolio/private-link/private-link.ts'
import { copyText } from '#app/admin/forms/copy-text.ts'
import { useTimeFormat } from '#app/admin/forms/use-time-format.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useRootData } from '#app/use-root-data.ts'

interface PrivateLinkRowProps {
  link: PrivateLink
  onCopied: (message: string) => void
  onRevoke: () => void
}

export function PrivateLinkRow({ link, onCopied, onRevoke }: PrivateLinkRowProps) {
  const { token, recipient, expiresAt, isExpired, opens, lastOpenedAt } = link
  const id = useId()
  const ready = useHydrated()
  const { origin } = useRootData()
  const { formatDate, formatTime } = useTimeFormat()
  const url = origin + href('/private/:token', { token })
  const [isShown, setIsShown] = useState(false)

  const copy = async () => {
    const isCopied = await copyText(url)
    // If copying fails, the link is shown, to be copied manually.
    setIsShown(!isCopied)
    if (isCopied) onCopied(`The link for ${recipient} was copied.`)
  }
  return (
    <li>
      <div className="tool-private-link-facts">
        <span id={id} dir="auto">
          {recipient}
        </span>
        <span className="tool-hint">
          {isExpired ? 'Expired' : 'Until'} {formatDate(expiresAt)}
          {' · '}
          {lastOpenedAt === null
            ? 'not opened yet'
            : `opened ${opens === 1 ? 'once' : `${opens} times`}, last on ${formatTime(lastOpenedAt)}`}
        </span>
      </div>
      {isExpired ? null : (
        <button type="button" className="tool-link" aria-describedby={id} disabled={!ready} onClick={() => void copy()}>
          Copy link
        </button>
      )}
      <button
        type="button"
        className="tool-link tool-danger"
        aria-describedby={id}
        disabled={!ready}
        onClick={onRevoke}
      >
        Revoke link
      </button>
      {isShown ? (
        <input className="tool-line-input" aria-label={`Link for ${recipient}`} readOnly ref={selectAll} value={url} />
      ) : null}
    </li>
  )
}

function selectAll(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}
