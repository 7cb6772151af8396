import { useState } from 'react'
import { href, Link } from 'react-router'
import type { ListedPerson, People } from '#portfolio/people/people.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { useResultNotice } from '#app/admin/forms/use-result-notice.ts'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { ConfirmDialog } from '#app/ui/dialog/confirm-dialog.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { Invitations } from './invitations.tsx'
import { PersonRow } from './person-row.tsx'
import { OtherAccounts } from './other-accounts.tsx'
import { personChanges, type PersonChange } from './person-changes.ts'

interface PeopleScreenProps extends People {
  isFirstPage: boolean
  mailConfigured: boolean
}

interface RequestedChange {
  readonly person: ListedPerson
  readonly change: PersonChange
}

export default function PeopleScreen(props: PeopleScreenProps) {
  const { people, others, otherCount, next, isFirstPage, invitations, mailConfigured } = props
  const { submit, submitting } = useActionFetcher(href('/people'))
  const [requested, setRequested] = useState<RequestedChange | null>(null)
  const { result, setResult, notice } = useResultNotice()

  const run = async ({ person, change }: RequestedChange) => {
    setResult(null)
    const outcome = await submit({ intent: change, userId: person.userId })
    setRequested(null)
    setResult(outcome.ok ? { success: personChanges[change].success(person.email) } : outcome)
  }
  const request = (person: ListedPerson, change: PersonChange) => setRequested({ person, change })
  const list = (rows: readonly ListedPerson[]) => (
    <ul className="people-list">
      {rows.map((person) => (
        <PersonRow key={person.userId} person={person} busy={submitting} onChange={request} />
      ))}
    </ul>
  )
  return (
    <div className="people">
      <AdminStyles />
      <div ref={notice} tabIndex={-1} className="tool-result">
        <StatusMessage>{result && 'success' in result ? result.success : null}</StatusMessage>
        {result && 'message' in result ? (
          <FailureMessage message="The account could not be changed" reason={result} />
        ) : null}
      </div>
      <div className="people-sections">
        {isFirstPage ? (
          <>
            <section aria-labelledby="people-here">
              <h2 id="people-here">Admins and invited people</h2>
              {list(people)}
            </section>
            <Invitations invitations={invitations} mailConfigured={mailConfigured} />
          </>
        ) : (
          <Link to={href('/people')} className="tool-link people-page">
            Back to all people
          </Link>
        )}
        <OtherAccounts count={otherCount} open={!isFirstPage} next={next}>
          {list(others)}
        </OtherAccounts>
      </div>
      <ConfirmDialog
        open={requested !== null}
        question={requested ? personChanges[requested.change].question(requested.person.email) : ''}
        yes={requested ? personChanges[requested.change].confirmLabel : ''}
        no="Cancel"
        busy={submitting}
        onYes={() => requested && void run(requested)}
        onNo={() => setRequested(null)}
      />
    </div>
  )
}
