import type { Photograph } from '#portfolio/photo/photo.ts'
import { showStudio } from '#portfolio/studio/show.ts'
import { visitOf } from '#app/context.ts'
import { describePage } from '#app/showcase/describe-page.ts'
import { studioThing } from '#app/showcase/structured-data.ts'
import { toneOf } from '#app/showcase/tone.ts'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { Photo } from '#app/ui/photo.tsx'
import { factor, sizesOf } from '#app/ui/sizes.ts'
import type { Route } from './+types/landing.ts'
import styles from './landing.module.css'

export const meta: Route.MetaFunction = ({ loaderData: studio, matches }) =>
  describePage({
    title: 'Interior Design',
    description: studio?.summary ?? '',
    path: '/',
    photo: studio?.hero ?? null,
    house: matches[0].loaderData,
    told: { kind: 'WebPage', thing: (house) => (studio ? studioThing(house, studio) : null) },
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { name, city, phone, email, social, summary, hero } = await showStudio(visitOf(context).parts)
  return { name, city, phone, email, social, summary, hero }
}

export default function Landing({ loaderData: { name, city, hero } }: Route.ComponentProps) {
  return (
    <section className={styles.landing} data-over={hero ? toneOf(hero) : undefined}>
      {hero ? (
        <div className={styles.picture}>
          <Photo photo={hero} sizes={sizesAt(hero)} crop eager />
        </div>
      ) : null}
      <div className={styles.words}>
        <h1 className={styles.heading}>Interior Design</h1>
        <div className={styles.links}>
          <ArrowLink to="/work">Explore</ArrowLink>
          <ArrowLink to="/contact">Contact Me</ArrowLink>
        </div>
      </div>
      <p className={styles.place}>{[name, city].filter(Boolean).join(', ')}</p>
    </section>
  )
}

/** The picture covers the window: as wide as the window, or as its height asks for. */
function sizesAt({ width, height }: Photograph): string {
  return sizesOf([{ drawn: `max(100vw, max(100svh, 560px)*${factor(width / height)})` }])
}
