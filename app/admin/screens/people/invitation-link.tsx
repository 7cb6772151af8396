import { useEffect, useRef, useState } from 'react'
import type { NewInvitation } from '#portfolio/people/people.ts'
import { copyText } from '#app/admin/forms/copy-text.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'

interface InvitationLinkProps {
  invitation: NewInvitation
  isMailed: boolean
}

/** The link of a new invitation. It is not stored, so it can be copied only now. */
export function InvitationLink({ invitation: { link, email }, isMailed }: InvitationLinkProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => input.current?.select(), [])

  const copy = async () => {
    input.current?.select()
    // If copying fails, the link stays selected, to be copied manually.
    setIsCopied(await copyText(link))
  }
  return (
    <div className="people-link">
      <label className="tool-label" htmlFor="invitation-link">
        Link
      </label>
      <div className="people-link-row">
        <input ref={input} id="invitation-link" className="tool-line-input" readOnly value={link} />
        <button type="button" className="tool-link" onClick={() => void copy()}>
          Copy link
        </button>
      </div>
      <p className="tool-hint">
        {email && isMailed ? `It is on its way to ${email}. ` : ''}You will not see it again. It can be used once and
        expires in seven days.
      </p>
      <StatusMessage>{isCopied ? 'The link was copied.' : null}</StatusMessage>
    </div>
  )
}
