import { lazy } from 'react'
import { href } from 'react-router'
import { readAsAdmin } from '#portfolio/account/as-admin.ts'
import { listUnfinishedPhotos } from '#portfolio/photo/read.ts'
import { showStudioPhotos } from '#portfolio/studio/show.ts'
import { listValues, publicValues } from '#portfolio/value/show.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { ValueList } from '#app/visitor/studio/value-list.tsx'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { PageContainer } from '#app/ui/page-container.tsx'
import type { LiveRouteHandle } from '#app/browser/live-updates.ts'
import type { Route } from './+types/values.ts'

const ValuesEditor = lazy(() => import('#app/admin/screens/studio/values-editor.tsx'))

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = matches[0].loaderData
  const titles = loaderData?.values.map((value) => `${value.title}.`).join(' ')
  return pageMeta({
    title: 'Our Values',
    description: titles || `What ${site?.name ?? 'the studio'} stands for.`,
    path: href('/values'),
    photo: loaderData?.hero ?? null,
    noindex: site?.hasValues === false,
    site,
    structuredData: { type: 'WebPage' },
  })
}

// The data contains the name of the project that the hero shows.
export const handle: LiveRouteHandle = { liveTopics: () => ['work'] }

export async function loader({ context }: Route.LoaderArgs) {
  const { ports, person, audience } = getRequestContext(context)
  // Refused unless the person is an admin.
  const unfinished = await readAsAdmin(ports, person, (db, admin) =>
    listUnfinishedPhotos(db, admin, { projectId: null }),
  )
  const [values, { hero }] = await Promise.all([listValues(ports), showStudioPhotos(ports)])
  return {
    values: publicValues(values),
    editable: audience === 'admins' ? values : null,
    hero,
    unfinished: unfinished.ok ? unfinished.value : {},
  }
}

export default function Values({ loaderData: { values, editable, unfinished } }: Route.ComponentProps) {
  return (
    <PageContainer>
      <h1>Our Values</h1>
      {editable ? <ValuesEditor values={editable} unfinished={unfinished} /> : <ValueList values={values} />}
      <ArrowLink to={href('/contact')}>Contact Us</ArrowLink>
    </PageContainer>
  )
}
