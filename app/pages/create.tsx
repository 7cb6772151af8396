import { lazy } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { createProject } from '#portfolio/project/create.ts'
import { listProjects } from '#portfolio/project/show.ts'
import { answer, formOfAdmin, orSay, passOn } from '#app/answer.ts'
import { visitOf } from '#app/context.ts'
import type { Hears } from '#app/live.ts'
import { sayWhenCut } from '#app/offline.ts'
import { describePage } from '#app/showcase/describe-page.ts'
import { ProjectList } from '#app/showcase/project-list.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import type { Route } from './+types/create.ts'
// The form comes lazily, and so would the look of its fields: too late for the page from the server.
import '#app/ui/field.module.css'
import styles from './create.module.css'

const CreateForm = lazy(() => import('#app/admin/create-form.tsx'))

export const handle: Hears = { hears: () => ['work'] }

// What the page is called comes from the loader: a visitor's download holds no word of the form.
export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  describePage({ ...(loaderData?.called ?? calledWork), unlisted: true, house: matches[0].loaderData })

const calledWork = { title: 'Work', description: 'Shops, rooms and houses: the projects of the studio.', path: '/work' }

export const headers = passOn

export async function loader({ context }: Route.LoaderArgs) {
  const { parts, person } = visitOf(context)
  if (person?.admin) {
    const called = { title: 'New project', description: 'Adds a project to the portfolio.', path: '/create' }
    return { kind: 'form' as const, called, requestId: parts.newId() }
  }
  const sentence = 'The projects could not be loaded just now. Please try again in a moment.'
  return { kind: 'list' as const, called: calledWork, projects: await orSay(parts, sentence, listProjects(parts)) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { parts, person } = visitOf(context)
  const posted = await formOfAdmin(visitOf(context), request)
  if (!posted.ok) return answer(posted)
  const form = posted.value
  const wish = { ...Object.fromEntries(form), images: form.getAll('images'), imageAlts: form.getAll('imageAlts') }
  return answer(await createProject(parts, person, wish))
}

export function clientAction(call: Route.ClientActionArgs) {
  return sayWhenCut<{ id: string; name: string }>(call)
}

export default function Create({ loaderData }: Route.ComponentProps) {
  return (
    <Sheet>
      <h1 className={styles.title}>{loaderData.called.title}</h1>
      {loaderData.kind === 'form' ? (
        <CreateForm freshId={loaderData.requestId} />
      ) : (
        <ProjectList projects={loaderData.projects} />
      )}
    </Sheet>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || typeof error.data !== 'string') throw error
  return (
    <Sheet>
      <h1 className={styles.title}>{calledWork.title}</h1>
      <Notice>{error.data}</Notice>
    </Sheet>
  )
}
