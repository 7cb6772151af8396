import { useState, type RefObject } from 'react'
import { href, Link } from 'react-router'
import type { TextHistoryLink } from '#app/admin/edit-text/editable.ts'
import { factTerms } from '#app/visitor/projects/fact-terms.ts'
import type { FactGroup } from './fact-groups.ts'

interface AddFactProps {
  button: RefObject<HTMLButtonElement | null>
  groups: readonly FactGroup[]
  emptiedHistories: readonly TextHistoryLink[]
  disabled: boolean
  hint: string | null
  onAdd: (group: FactGroup) => void
}

export function AddFact({ button, groups, emptiedHistories, disabled, hint, onAdd }: AddFactProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (groups.length === 0) return null
  return (
    <div className="tool-add-fact">
      <button
        ref={button}
        type="button"
        className="tool-link"
        disabled={disabled}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        Add fact
      </button>
      {hint !== null && !isOpen ? <p className="tool-hint">{hint}</p> : null}
      {isOpen ? (
        <ul aria-label="Facts">
          {groups.map((group) => (
            <li key={group.id}>
              <button
                type="button"
                className="tool-link"
                onClick={() => {
                  setIsOpen(false)
                  onAdd(group)
                }}
              >
                {factTerms[group.name]}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {isOpen && emptiedHistories.length > 0 ? (
        <ul aria-label="Cleared facts">
          {emptiedHistories.map(({ key, name }) => (
            <li key={key}>
              <Link to={href('/history/*', { '*': key })} className="tool-link">
                History of {name}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
