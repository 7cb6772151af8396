import { Notice } from '#app/ui/notice.tsx'

/** What went wrong, in the words of the catalogue; below it the reason, where one is known. */
export function Failure({ says, why }: { says: string; why?: string | undefined }) {
  return (
    <div className="tool-failure">
      <Notice why={why}>{says}</Notice>
    </div>
  )
}
