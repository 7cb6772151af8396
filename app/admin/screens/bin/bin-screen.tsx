import { useState } from 'react'
import { href } from 'react-router'
import type { Erased, RemovedItem } from '#portfolio/bin/bin.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { useResultNotice } from '#app/admin/forms/use-result-notice.ts'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { ConfirmDialog } from '#app/ui/dialog/confirm-dialog.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { BinRow, nameOf } from './bin-row.tsx'

export default function BinScreen({ items }: { items: readonly RemovedItem[] }) {
  const { submit, submitting } = useActionFetcher<Erased | null>(href('/bin'))
  const [itemToErase, setItemToErase] = useState<RemovedItem | null>(null)
  const { result, setResult, notice } = useResultNotice()

  const run = async (item: RemovedItem, intent: 'restore' | 'erase') => {
    if (submitting) return
    setResult(null)
    const idField = item.kind === 'project' ? 'projectId' : 'removalId'
    const outcome = await submit({ intent: `${intent}-${item.kind}`, [idField]: item.id })
    setItemToErase(null)
    if (!outcome.ok) return setResult(outcome)
    const verb = item.kind === 'images' && item.positions.length > 1 ? 'were' : 'was'
    const participle = intent === 'restore' ? 'restored' : 'deleted for good'
    const files = outcome.value?.filesLeft ? ' The files will be deleted within the hour.' : ''
    setResult({ success: `${nameOf(item)} ${verb} ${participle}.${files}` })
  }
  return (
    <div className="bin">
      <AdminStyles />
      <p className="tool-hint">What you delete stays here for 30 days, and only admins see it.</p>
      <div ref={notice} tabIndex={-1} className="tool-result">
        <StatusMessage>{result && 'success' in result ? <span dir="auto">{result.success}</span> : null}</StatusMessage>
        {result && 'message' in result ? (
          <FailureMessage message="The bin could not be changed" reason={result} />
        ) : null}
      </div>
      {items.length === 0 ? (
        <p>The bin is empty.</p>
      ) : (
        <ul className="bin-list">
          {items.map((item) => (
            <BinRow
              key={item.id}
              item={item}
              busy={submitting}
              onRestore={() => void run(item, 'restore')}
              onErase={() => setItemToErase(item)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={itemToErase !== null}
        question="Delete this for good?"
        subject={itemToErase ? `${nameOf(itemToErase)}. This cannot be undone.` : undefined}
        yes="Yes, delete for good"
        no="Cancel"
        busy={submitting}
        onYes={() => itemToErase && void run(itemToErase, 'erase')}
        onNo={() => setItemToErase(null)}
      />
    </div>
  )
}
