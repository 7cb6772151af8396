import { isRouteErrorResponse } from 'react-router'
import { changeAsAdmin } from '#portfolio/account/as-admin.ts'
import { refused } from '#portfolio/outcome.ts'
import { deleteProject, moveProject } from '#portfolio/project/edit.ts'
import { listProjects } from '#portfolio/project/show.ts'
import { answer, orSay } from '#app/answer.ts'
import { visitOf } from '#app/context.ts'
import type { Hears } from '#app/live.ts'
import { sayWhenCut } from '#app/offline.ts'
import { describePage } from '#app/showcase/describe-page.ts'
import { ProjectList } from '#app/showcase/project-list.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import type { Route } from './+types/work.ts'
import styles from './work.module.css'

export const handle: Hears = { hears: () => ['work'] }

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage({
    title: 'Work',
    description: 'Shops, cafés and homes: the projects of the studio.',
    path: '/work',
    house: matches[0].loaderData,
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { parts, person } = visitOf(context)
  const sentence = 'The projects could not be loaded just now. Please try again in a moment.'
  return { projects: await orSay(parts, sentence, listProjects(parts)), admin: person?.admin ?? false }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { parts, person } = visitOf(context)
  const form = await request.formData()
  const read = (field: string) => String(form.get(field) ?? '')
  return answer(
    await changeAsAdmin<null>(parts, person, async (unit, admin) => {
      const id = read('projectId')
      if (read('intent') === 'delete') return deleteProject(unit, admin, { id })
      if (read('intent') === 'move') return moveProject(unit, admin, { id, position: read('position') })
      return refused('malformed', 'This form is not known here.')
    }),
  )
}

export function clientAction(call: Route.ClientActionArgs) {
  return sayWhenCut<null>(call)
}

export default function Work({ loaderData }: Route.ComponentProps) {
  return (
    <Sheet>
      <h1 className={styles.title}>Work</h1>
      <ProjectList projects={loaderData.projects} />
    </Sheet>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || typeof error.data !== 'string') throw error
  return (
    <Sheet>
      <h1 className={styles.title}>Work</h1>
      <Notice tone="alert">{error.data}</Notice>
    </Sheet>
  )
}
