import { useHouse } from '#app/house.ts'
import { describePage } from '#app/showcase/describe-page.ts'
import { Photo } from '#app/ui/photo.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import type { Route } from './+types/about.ts'
import styles from './about.module.css'

export const meta: Route.MetaFunction = ({ matches }) => {
  const house = matches[0].loaderData
  return describePage({
    title: 'About',
    description: house?.studio.biography[0] ?? '',
    path: '/about',
    photo: house?.studio.portrait ?? null,
    house,
  })
}

export default function About() {
  const { studio } = useHouse()
  return (
    <Sheet className={styles.about}>
      {studio.portrait ? (
        <div className={styles.portrait}>
          <Photo
            photo={studio.portrait}
            sizes="(min-width: 900px) calc((100vw - 2 * clamp(20px, 4vw, 72px)) * 0.41), calc(100vw - 40px)"
            alt={studio.portrait.alt || studio.name}
            crop
            eager
          />
        </div>
      ) : null}
      <div className={styles.words}>
        <h1 className={styles.title}>About</h1>
        <h2 className={styles.name}>{studio.name}</h2>
        {studio.biography.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Sheet>
  )
}
