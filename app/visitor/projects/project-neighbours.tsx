import { href, Link } from 'react-router'
import type { Project, ProjectNeighbour } from '#portfolio/project/project.ts'
import { isLongName } from './long-name.ts'
import styles from './project-neighbours.module.css'

export function ProjectNeighbours({ previous, next }: Pick<Project, 'previous' | 'next'>) {
  if (!previous && !next) return null
  return (
    <nav className={styles.neighbours} aria-label="Other projects">
      {previous ? <NeighbourLink project={previous} label="Previous project" /> : <span />}
      {next ? <NeighbourLink project={next} label="Next project" /> : null}
    </nav>
  )
}

function NeighbourLink({ project: { slug, name }, label }: { project: ProjectNeighbour; label: string }) {
  return (
    <Link to={href('/projects/:slug', { slug })} className={styles.neighbour} viewTransition>
      <span className={styles.label}>{label}</span>
      <span className={styles.name} data-long={isLongName(name)} dir="auto">
        {name}
      </span>
    </Link>
  )
}
