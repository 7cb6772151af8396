import type { ReactNode } from 'react'
import { Notice } from '#app/ui/notice.tsx'

/** Good news, announced without moving the focus. The region has to be there before what it says. */
export function Said({ children }: { children: ReactNode }) {
  return <div aria-live="polite">{children ? <Notice tone="status">{children}</Notice> : null}</div>
}

/** What went wrong, in the words of the catalogue; below it the reason, where one is known. */
export function Failure({ says, why }: { says: string; why?: string | undefined }) {
  return (
    <div className="tool-failure">
      <Notice tone="alert">{says}</Notice>
      {why ? <p className="tool-why">{why}</p> : null}
    </div>
  )
}
