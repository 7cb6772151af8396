import { lazy } from 'react'
import { href, isRouteErrorResponse } from 'react-router'
import { changeAsAdmin } from '#portfolio/account/as-admin.ts'
import { refused } from '#portfolio/outcome.ts'
import { deleteProject, moveProject, placeProject } from '#portfolio/project/edit.ts'
import { listProjects } from '#portfolio/project/show.ts'
import { answer, formOfAdmin, orSay, passOn } from '#app/answer.ts'
import { visitOf } from '#app/context.ts'
import type { Hears } from '#app/live.ts'
import { sayWhenCut } from '#app/offline.ts'
import { describePage } from '#app/showcase/describe-page.ts'
import { ProjectList } from '#app/showcase/project-list.tsx'
import { listThing } from '#app/showcase/structured-data.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import type { Route } from './+types/work.ts'
import styles from './work.module.css'

const ManagedList = lazy(() => import('#app/admin/managed-list.tsx'))

export const handle: Hears = { hears: () => ['work'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  describePage({
    title: 'Work',
    description: 'Shops, rooms and houses: the projects of the studio.',
    path: '/work',
    photo: loaderData?.projects.find((project) => project.coverPhoto?.ready)?.coverPhoto ?? null,
    house: matches[0].loaderData,
    told: {
      kind: 'CollectionPage',
      thing: (house) => (loaderData ? listThing(house, '/work', loaderData.projects, pathOf) : null),
    },
  })

const pathOf = ({ id }: { id: string }) => href('/projects/:projectId', { projectId: id })

export const headers = passOn

export async function loader({ context }: Route.LoaderArgs) {
  const { parts, person } = visitOf(context)
  const sentence = 'The projects could not be loaded just now. Please try again in a moment.'
  return { projects: await orSay(parts, sentence, listProjects(parts)), admin: person?.admin === true }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { parts, person } = visitOf(context)
  const posted = await formOfAdmin(visitOf(context), request)
  if (!posted.ok) return answer(posted)
  const form = posted.value
  const id = String(form.get('projectId') ?? '')
  switch (form.get('intent')) {
    case 'delete': {
      const outcome = await changeAsAdmin(parts, person, (unit, admin) => deleteProject(unit, admin, { id }))
      if (!outcome.ok) parts.log.warn('could not delete', { projectId: id, why: outcome.why })
      return answer(outcome)
    }
    case 'move': {
      const position = String(form.get('position') ?? '')
      const outcome = await changeAsAdmin(parts, person, (unit, admin) => moveProject(unit, admin, { id, position }))
      if (!outcome.ok) parts.log.warn('could not change a position', { projectId: id, position, why: outcome.why })
      return answer(outcome)
    }
    case 'place': {
      const before = String(form.get('before') ?? '') || null
      const outcome = await changeAsAdmin(parts, person, (unit, admin) => placeProject(unit, admin, { id, before }))
      if (!outcome.ok) parts.log.warn('could not change a position', { projectId: id, before, why: outcome.why })
      return answer(outcome)
    }
    default:
      return answer(refused('malformed', 'This request was not understood.'))
  }
}

export function clientAction(call: Route.ClientActionArgs) {
  return sayWhenCut<null>(call)
}

export default function Work({ loaderData }: Route.ComponentProps) {
  const { projects, admin } = loaderData
  return (
    <Sheet>
      <h1 className={styles.title}>Work</h1>
      {admin ? <ManagedList projects={projects} /> : <ProjectList projects={projects} />}
    </Sheet>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || typeof error.data !== 'string') throw error
  return (
    <Sheet>
      <h1 className={styles.title}>Work</h1>
      <Notice>{error.data}</Notice>
    </Sheet>
  )
}
