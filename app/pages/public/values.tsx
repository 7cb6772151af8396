import { href, Link } from 'react-router'
import { showStudio } from '#portfolio/studio/show.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { twoDigits } from '#app/ui/two-digits.ts'
import { valueDrawings } from '#app/visitor/drawings/value-drawings.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { PageContainer } from '#app/ui/page-container.tsx'
import type { Route } from './+types/values.ts'
import styles from './values.module.css'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: 'Our Values',
    description: loaderData?.values.map((value) => `${value.title}.`).join(' ') ?? '',
    path: href('/values'),
    photo: loaderData?.hero ?? null,
    site: matches[0].loaderData,
    structuredData: { type: 'WebPage' },
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { values, hero } = await showStudio(getRequestContext(context).ports)
  return { values, hero }
}

export default function Values({ loaderData: { values } }: Route.ComponentProps) {
  return (
    <PageContainer>
      <h1>Our Values</h1>
      <ol className={styles.values}>
        {values.map((value, index) => {
          const Drawing = valueDrawings[index]
          return (
            <li key={value.title} className={styles.value}>
              <div className={styles.drawing}>{Drawing ? <Drawing /> : null}</div>
              <div className={styles.text}>
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
      <Link to={href('/contact')} className={buttonClass('primary')} prefetch="intent" viewTransition>
        Contact Us
      </Link>
    </PageContainer>
  )
}
