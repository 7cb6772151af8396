import { href, Link } from 'react-router'
import type { StudioPhoto } from '#portfolio/studio/studio.ts'
import styles from './photo-caption.module.css'

export function PhotoCaption({ photo: { caption, shownProject } }: { photo: StudioPhoto }) {
  const text = caption || shownProject?.name
  if (!text) return null
  return (
    <p className={styles.caption} dir="auto">
      {shownProject ? (
        <Link to={href('/projects/:slug', { slug: shownProject.slug })} viewTransition>
          {text}
        </Link>
      ) : (
        text
      )}
    </p>
  )
}
