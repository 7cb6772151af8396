import { href, Link } from 'react-router'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'
import type { useConfirmedRemoval } from './use-confirmed-removal.tsx'

interface RemovalNoticeProps {
  removal: Pick<ReturnType<typeof useConfirmedRemoval>, 'removed' | 'restored' | 'undo' | 'undoFailure'>
  /** What happened to it. */
  verb: 'deleted' | 'removed'
  /** The name of the button: `Undo delete`. */
  undoLabel: string
}

/** Says what was removed, offers to undo it, and links to the bin. */
export function RemovalNotice({ removal, verb, undoLabel }: RemovalNoticeProps) {
  const { removed, restored, undo, undoFailure } = removal
  const isSeveral = ({ ids }: { ids: readonly string[] }) => ids.length > 1
  return (
    <>
      <div className="tool-row">
        <StatusMessage>
          {removed
            ? `${removed.name} ${isSeveral(removed) ? 'were' : 'was'} ${verb}.`
            : restored && `${restored.name} ${isSeveral(restored) ? 'are' : 'is'} back.`}
        </StatusMessage>
        {removed ? (
          <>
            <button type="button" className="tool-link" onClick={undo}>
              {undoLabel}
            </button>
            <Link to={href('/bin')} className="tool-link">
              Bin
            </Link>
          </>
        ) : null}
      </div>
      {undoFailure === null ? null : <FailureMessage message="This could not be restored" reason={undoFailure} />}
    </>
  )
}
