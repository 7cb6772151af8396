import { href, Link } from 'react-router'
import styles from './work-filter.module.css'

/** A link that narrows the list down, orders it or shows it as an index. */
export interface WorkChoice {
  readonly name: string
  readonly count?: number
  readonly search: string
  readonly current: boolean
}

export interface ChoiceGroup {
  readonly name: string
  readonly choices: readonly WorkChoice[]
}

export function WorkFilterLinks({ groups }: { groups: readonly ChoiceGroup[] }) {
  if (groups.length === 0) return null
  return (
    <nav className={styles.choices} aria-label="Choose projects">
      {groups.map(({ name, choices }) => (
        <ul key={name} aria-label={name}>
          {choices.map((choice) => (
            <li key={choice.search}>
              <Link
                to={{ pathname: href('/work'), search: choice.search }}
                aria-current={choice.current || undefined}
                preventScrollReset
              >
                {choice.name}
                {choice.count ? <small> {choice.count}</small> : null}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}
