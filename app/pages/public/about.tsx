import { href } from 'react-router'
import { showStudio } from '#portfolio/studio/show.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { designerEntity } from '#app/visitor/seo/structured-data.ts'
import { Photo } from '#app/ui/photo/photo.tsx'
import { PageContainer } from '#app/ui/page-container.tsx'
import { columnsWidth, contentWidth, cssNumber, sizesAttribute } from '#app/ui/photo/sizes-attribute.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { Route } from './+types/about.ts'
import styles from './about.module.css'

export const meta: Route.MetaFunction = ({ loaderData: studio, matches }) =>
  pageMeta({
    title: 'About',
    description: studio?.biography[0] ?? '',
    path: href('/about'),
    photo: studio?.portrait ?? null,
    site: matches[0].loaderData,
    structuredData: { type: 'AboutPage', mainEntity: (site) => (studio ? designerEntity(site, studio) : null) },
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { name, biography, portrait } = await showStudio(getRequestContext(context).ports)
  return { name, biography, portrait }
}

export default function About({ loaderData: studio }: Route.ComponentProps) {
  return (
    <PageContainer className={styles.about}>
      {studio.portrait ? (
        <div className={styles.portrait}>
          <Photo
            photo={studio.portrait}
            sizes={portraitSizes(studio.portrait)}
            alt={studio.portrait.alt || studio.name}
            crop
            eager
          />
        </div>
      ) : null}
      <div className={styles.text}>
        <h1 className={styles.title}>About</h1>
        <h2 className={styles.name} dir="auto">
          {studio.name}
        </h2>
        {studio.biography.map((paragraph) => (
          <p key={paragraph} dir="auto">
            {paragraph}
          </p>
        ))}
      </div>
    </PageContainer>
  )
}

/** The photo covers a 4:5 box, which on wide screens is at most as high as the viewport. */
function portraitSizes({ width, height }: PhotoView): string {
  const aspectRatio = width / height
  const cropFactor = cssNumber((aspectRatio * 5) / 4)
  const columnWidth = columnsWidth(5)
  return sizesAttribute([
    { below: 900, width: `${contentWidth}*max(1, ${cropFactor})` },
    { width: `max(${columnWidth}, min(${columnWidth}*${cropFactor}, (100svh - 80px)*${cssNumber(aspectRatio)}))` },
  ])
}
