import { useId } from 'react'
import type { ListedPerson } from '#portfolio/people/people.ts'
import { useTimeFormat } from '#app/admin/forms/use-time-format.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useRootData } from '#app/use-root-data.ts'
import { personChanges, type PersonChange } from './person-changes.ts'

interface PersonRowProps {
  person: ListedPerson
  busy: boolean
  onChange: (person: ListedPerson, change: PersonChange) => void
}

/** One account and its actions. An admin's role must be removed before the account can be deleted. */
export function PersonRow({ person, busy, onChange }: PersonRowProps) {
  const id = useId()
  const { formatDate } = useTimeFormat()
  const ready = useHydrated()
  const { person: you } = useRootData()
  const offered: readonly PersonChange[] = person.isAdmin ? ['remove-role'] : ['make-admin', 'delete']
  return (
    <li className="people-row">
      <div className="people-who">
        <span id={id} className="people-email" dir="auto">
          {person.email}
        </span>
        <span className="people-facts">
          {[
            person.isAdmin && 'Admin',
            person.userId === you?.userId && 'you',
            person.isInvited && 'invited',
            `since ${formatDate(person.createdAt)}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </div>
      <div className="people-tools">
        {offered.map((change) => (
          <button
            key={change}
            type="button"
            className={change === 'make-admin' ? 'tool-link' : 'tool-link tool-danger'}
            aria-describedby={id}
            disabled={!ready}
            // Not `disabled`, because the button would lose focus.
            aria-disabled={busy || undefined}
            onClick={() => busy || onChange(person, change)}
          >
            {personChanges[change].label}
          </button>
        ))}
      </div>
    </li>
  )
}
