import { Link } from 'react-router'
import { showStudio } from '#portfolio/studio/show.ts'
import { visitOf } from '#app/context.ts'
import { describePage } from '#app/showcase/describe-page.ts'
import { twoDigits } from '#app/showcase/project-card.tsx'
import { valueDrawings } from '#app/showcase/value-drawings.tsx'
import { buttonLook } from '#app/ui/button.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import type { Route } from './+types/values.ts'
import styles from './values.module.css'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  describePage({
    title: 'Our Values',
    description: loaderData?.values.map((value) => `${value.title}.`).join(' ') ?? '',
    path: '/values',
    photo: loaderData?.hero ?? null,
    house: matches[0].loaderData,
    told: { kind: 'WebPage' },
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { values, hero } = await showStudio(visitOf(context).parts)
  return { values, hero }
}

export default function Values({ loaderData: { values } }: Route.ComponentProps) {
  return (
    <Sheet>
      <h1>Our Values</h1>
      <ol className={styles.chapters}>
        {values.map((value, index) => {
          const Drawing = valueDrawings[index]
          return (
            <li key={value.title} className={styles.chapter}>
              <div className={styles.drawing}>{Drawing ? <Drawing /> : null}</div>
              <div className={styles.words}>
                <span className={styles.number} aria-hidden>
                  {twoDigits(index + 1)}
                </span>
                <h2 dir="auto">{value.title}</h2>
                <p dir="auto">{value.text}</p>
              </div>
            </li>
          )
        })}
      </ol>
      <Link to="/contact" className={buttonLook('plain')} prefetch="intent" viewTransition>
        Contact Us
      </Link>
    </Sheet>
  )
}
