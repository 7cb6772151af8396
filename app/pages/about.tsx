import { showStudio } from '#portfolio/studio/show.ts'
import { visitOf } from '#app/context.ts'
import { describePage } from '#app/showcase/describe-page.ts'
import { designerThing } from '#app/showcase/structured-data.ts'
import { Photo } from '#app/ui/photo.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { columns, content, factor, sizesOf } from '#app/ui/sizes.ts'
import type { Photograph } from '#portfolio/photo/photo.ts'
import type { Route } from './+types/about.ts'
import styles from './about.module.css'

export const meta: Route.MetaFunction = ({ loaderData: studio, matches }) =>
  describePage({
    title: 'About',
    description: studio?.biography[0] ?? '',
    path: '/about',
    photo: studio?.portrait ?? null,
    house: matches[0].loaderData,
    told: { kind: 'AboutPage', thing: (house) => (studio ? designerThing(house, studio) : null) },
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { name, biography, portrait } = await showStudio(visitOf(context).parts)
  return { name, biography, portrait }
}

export default function About({ loaderData: studio }: Route.ComponentProps) {
  return (
    <Sheet className={styles.about}>
      {studio.portrait ? (
        <div className={styles.portrait}>
          <Photo
            photo={studio.portrait}
            sizes={sizesAt(studio.portrait)}
            alt={studio.portrait.alt || studio.name}
            crop
            eager
          />
        </div>
      ) : null}
      <div className={styles.words}>
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
    </Sheet>
  )
}

/** A box of 4 : 5, on wide screens never higher than the window; it is covered. */
function sizesAt({ width, height }: Photograph): string {
  const proportion = width / height
  const grown = factor((proportion * 5) / 4)
  const beside = columns(5)
  return sizesOf([
    { below: 900, drawn: `${content}*max(1, ${grown})` },
    { drawn: `max(${beside}, min(${beside}*${grown}, (100svh - 80px)*${factor(proportion)}))` },
  ])
}
