import { href } from 'react-router'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import { showStudio } from '#portfolio/studio/show.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { studioEntity } from '#app/visitor/seo/structured-data.ts'
import { lightOrDark } from '#app/ui/photo/photo-luminance.ts'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { Photo } from '#app/ui/photo/photo.tsx'
import { cssNumber, sizesAttribute } from '#app/ui/photo/sizes-attribute.ts'
import type { Route } from './+types/landing.ts'
import styles from './landing.module.css'

export const meta: Route.MetaFunction = ({ loaderData: studio, matches }) =>
  pageMeta({
    title: 'Interior Design',
    description: studio?.summary ?? '',
    path: href('/'),
    photo: studio?.hero ?? null,
    site: matches[0].loaderData,
    structuredData: { type: 'WebPage', mainEntity: (site) => (studio ? studioEntity(site, studio) : null) },
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { name, city, phone, email, social, summary, hero } = await showStudio(getRequestContext(context).ports)
  return { name, city, phone, email, social, summary, hero }
}

export default function Landing({ loaderData: { name, city, hero } }: Route.ComponentProps) {
  return (
    <section className={styles.landing} data-on-photo={hero ? lightOrDark(hero) : undefined}>
      {hero ? (
        <div className={styles.photo}>
          <Photo photo={hero} sizes={heroSizes(hero)} crop eager />
        </div>
      ) : null}
      <div className={styles.content}>
        <h1 className={styles.heading}>Interior Design</h1>
        <div className={styles.links}>
          <ArrowLink to={href('/work')}>Explore</ArrowLink>
          <ArrowLink to={href('/contact')}>Contact Me</ArrowLink>
        </div>
      </div>
      <p className={styles.location}>{[name, city].filter(Boolean).join(', ')}</p>
    </section>
  )
}

/** The photo covers the viewport: as wide as the viewport, or wider if its height requires it. */
function heroSizes({ width, height }: PhotoView): string {
  return sizesAttribute([{ width: `max(100vw, max(100svh, 560px)*${cssNumber(width / height)})` }])
}
