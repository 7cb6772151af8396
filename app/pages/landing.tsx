import type { Photograph } from '#portfolio/photo/photo.ts'
import { useHouse } from '#app/house.ts'
import { describePage } from '#app/showcase/describe-page.ts'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { Photo } from '#app/ui/photo.tsx'
import { factor, sizesOf } from '#app/ui/sizes.ts'
import type { Route } from './+types/landing.ts'
import styles from './landing.module.css'

export const meta: Route.MetaFunction = ({ matches }) => {
  const house = matches[0].loaderData
  return describePage({
    title: 'Interior Design',
    description: house?.studio.summary ?? '',
    path: '/',
    photo: house?.studio.hero ?? null,
    house,
  })
}

export default function Landing() {
  const { studio } = useHouse()
  return (
    <section className={styles.landing}>
      {studio.hero ? (
        <div className={styles.picture}>
          <Photo photo={studio.hero} sizes={sizesAt(studio.hero)} crop eager />
        </div>
      ) : null}
      <div className={styles.words}>
        <h1 className={styles.heading}>Interior Design</h1>
        <div className={styles.links}>
          <ArrowLink to="/work">Explore</ArrowLink>
          <ArrowLink to="/contact">Contact Me</ArrowLink>
        </div>
      </div>
      <p className={styles.place}>{[studio.name, studio.city].filter(Boolean).join(', ')}</p>
    </section>
  )
}

/** The picture covers the window: as wide as the window, or as its height asks for. */
function sizesAt({ width, height }: Photograph): string {
  return sizesOf([{ drawn: `max(100vw, max(100svh, 560px)*${factor(width / height)})` }])
}
