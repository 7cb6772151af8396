import { useState } from 'react'
import { href, Link } from 'react-router'
import {
  maxVersions,
  textKey,
  versionRetentionMonths,
  type TextHistory,
  type TextReference,
} from '#portfolio/history/history.ts'
import { paragraphsOf } from '#portfolio/paragraphs.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { useResultNotice } from '#app/admin/forms/use-result-notice.ts'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/dialog/confirm-dialog.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { historyNameOf, pageUrlOf } from './text-names.ts'
import { VersionList } from './version-list.tsx'

interface HistoryScreenProps extends TextHistory {
  text: TextReference
  /** The version to show; `null` until one is chosen. */
  version: number | null
}

export default function HistoryScreen({ text, version, ...history }: HistoryScreenProps) {
  const { subject, currentVersion, versions, open } = history
  const action = href('/history/*', { '*': textKey(text) })
  const { submit, submitting } = useActionFetcher<{ version: number } | null>(action)
  const { result, setResult, notice } = useResultNotice()
  const [isConfirmingDeletion, setIsConfirmingDeletion] = useState(false)
  const ready = useHydrated()

  const bringBack = async (version: number) => {
    if (submitting) return
    setResult(null)
    const outcome = await submit({
      intent: 'bring-back',
      version: String(version),
      currentVersion: String(currentVersion),
    })
    setResult(outcome.ok ? { success: `Version ${version} is back, as the newest version.` } : outcome)
  }
  const deleteEarlier = async () => {
    if (submitting) return
    setResult(null)
    const outcome = await submit({ intent: 'delete-earlier', currentVersion: String(currentVersion) })
    setIsConfirmingDeletion(false)
    setResult(outcome.ok ? { success: 'The earlier versions were deleted for good.' } : outcome)
  }
  return (
    <div className="history">
      <AdminStyles />
      <h1>History of {historyNameOf(text)}</h1>
      <p className="history-subject">
        <Link to={pageUrlOf(text)} className="tool-link" dir="auto">
          {subject || 'Back to the text'}
        </Link>
      </p>
      <div ref={notice} tabIndex={-1} className="history-notice">
        <StatusMessage>{result && 'success' in result ? result.success : null}</StatusMessage>
        {result && 'message' in result ? (
          <FailureMessage message="The history was not changed" reason={result} />
        ) : null}
      </div>
      {open ? (
        <section className="history-open" aria-label={`Version ${open.version}`}>
          <h2>Version {open.version}</h2>
          <div dir="auto">
            {open.text === '' ? <p className="tool-hint">Empty</p> : null}
            {paragraphsOf(open.text).map((paragraph, index) => (
              <p key={index}>{paragraph}</p>
            ))}
          </div>
          {open.version === currentVersion ? (
            <p className="tool-hint">This is what the page says now.</p>
          ) : (
            <Button
              variant="secondary"
              disabled={!ready}
              aria-disabled={submitting || undefined}
              onClick={() => void bringBack(open.version)}
            >
              Bring back
            </Button>
          )}
        </section>
      ) : (
        <p className="tool-hint">
          {version === null ? 'Choose a version to read it.' : 'This version is no longer kept.'}
          {` The last ${maxVersions} are kept, each for ${versionRetentionMonths} months after the next one was saved.`}
        </p>
      )}
      <VersionList action={action} versions={versions} currentVersion={currentVersion} openVersion={version} />
      {versions.some(({ version }) => version < currentVersion) && (
        <button
          type="button"
          className="tool-link tool-danger"
          disabled={!ready}
          onClick={() => setIsConfirmingDeletion(true)}
        >
          Delete earlier versions
        </button>
      )}
      <ConfirmDialog
        open={isConfirmingDeletion}
        question="Delete the earlier versions for good?"
        subject={`Text: ${historyNameOf(text)}. This cannot be undone. The version that the page shows now is kept.`}
        yes="Yes, delete for good"
        no="Cancel"
        busy={submitting}
        onYes={() => void deleteEarlier()}
        onNo={() => setIsConfirmingDeletion(false)}
      />
    </div>
  )
}
