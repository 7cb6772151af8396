import { createProject } from '#portfolio/project/create.ts'
import { listProjects } from '#portfolio/project/show.ts'
import { answer } from '#app/answer.ts'
import { visitOf } from '#app/context.ts'
import type { Hears } from '#app/live.ts'
import { sayWhenCut } from '#app/offline.ts'
import { describePage } from '#app/showcase/describe-page.ts'
import { ProjectList } from '#app/showcase/project-list.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import type { Route } from './+types/create.ts'

export const handle: Hears = { hears: () => ['work'] }

// Whoever is not an admin sees the list here, whose address is /work.
export const meta: Route.MetaFunction = ({ matches }) =>
  describePage({ title: 'Work', description: 'The projects of the studio.', path: '/work', house: matches[0].loaderData })

export async function loader({ context }: Route.LoaderArgs) {
  const { parts, person } = visitOf(context)
  if (person?.admin) return { kind: 'form' as const, requestId: crypto.randomUUID() }
  return { kind: 'list' as const, projects: await listProjects(parts) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { parts, person } = visitOf(context)
  const form = await request.formData()
  const images = form.getAll('images').map(String)
  return answer(await createProject(parts, person, { ...Object.fromEntries(form), images }))
}

export function clientAction(call: Route.ClientActionArgs) {
  return sayWhenCut<{ id: string; name: string }>(call)
}

export default function Create({ loaderData }: Route.ComponentProps) {
  return <Sheet>{loaderData.kind === 'list' ? <ProjectList projects={loaderData.projects} /> : null}</Sheet>
}
