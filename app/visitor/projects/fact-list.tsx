import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import type { FactLine, FactName } from '#portfolio/fact/fact.ts'
import { factTerms } from './fact-terms.ts'
import styles from './project-facts.module.css'

export function FactList({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

export function FactRow({ name, children }: { name: FactName; children: ReactNode }) {
  return (
    <div className={styles.fact} data-fact={name}>
      <dt>{factTerms[name]}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function FactLines({ lines }: { lines: readonly FactLine[] }) {
  return lines.map((line, index) => (
    <p key={index} dir="auto">
      <LineText {...line} />
      {line.note ? <small>{line.note}</small> : null}
    </p>
  ))
}

function LineText({ text, link, sector }: FactLine) {
  if (sector)
    return <Link to={{ pathname: href('/work'), search: `?sector=${encodeURIComponent(sector)}` }}>{text}</Link>
  return link ? <a href={link}>{text}</a> : text
}
