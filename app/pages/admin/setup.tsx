import { lazy } from 'react'
import { data, href, isRouteErrorResponse, Link, redirect } from 'react-router'
import { asAdmin, readAsAdmin, type Admin } from '#portfolio/account/as-admin.ts'
import { refused, type Result } from '#portfolio/result.ts'
import {
  closeSite,
  finishPictures,
  keepSamplesAsDrafts,
  openSite,
  removeSamples,
  saveWords,
  type SetupWords,
} from '#portfolio/setup/edit.ts'
import { readSamples } from '#portfolio/setup/read.ts'
import { isSetupScreen, nextScreen, setupTexts, type SetupScreen } from '#portfolio/setup/setup.ts'
import { parseWholeNumber } from '#portfolio/whole-number.ts'
import { showStudio } from '#portfolio/studio/show.ts'
import { savedTexts } from '#portfolio/studio/studio.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { readAdminFormData } from '#app/requests/form-data.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { forwardHeaders, respondWith, statusOf } from '#app/requests/responses.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { PageContainer } from '#app/ui/page-container.tsx'
import { useActionResult } from '#app/ui/use-action-result.ts'
import type { Route } from './+types/setup.ts'
// The screens are lazy, but this style sheet must load with the server-rendered HTML.
import '#app/ui/field.module.css'

const SetupScreens = lazy(() => import('#app/admin/screens/setup/setup-screens.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: 'Setup', description: '', noindex: true, site: matches[0].loaderData })

export const headers = forwardHeaders

export async function loader({ params: { screen }, context }: Route.LoaderArgs) {
  const { ports, person, siteSummary } = getRequestContext(context)
  const samples = await readAsAdmin(ports, person, readSamples)
  if (!samples.ok) throw data(samples.message, { status: statusOf[samples.code] })
  if (!isSetupScreen(screen)) throw data('404 - Page Not Found', { status: 404 })
  const [studio, { remainingScreens, visibility }] = await Promise.all([showStudio(ports), siteSummary()])
  const { hero, portrait } = studio
  return {
    screen,
    remainingScreens,
    next: pathAfter(screen, remainingScreens),
    visibility,
    samples: samples.value,
    saved: savedTexts(studio, ...setupTexts),
    photos: { portrait, hero },
  }
}

export async function action({ params: { screen }, request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext(context)
  const { ports, person, siteSummary } = requestContext
  const form = await readAdminFormData(requestContext, request)
  if (!form.ok) return respondWith(form)
  const command = commandOf(form.value)
  if (!command || !isSetupScreen(screen)) return respondWith(refused('malformed', 'This request was not understood.'))
  const result = await asAdmin(ports, person, command)
  if (result.ok) throw redirect(pathAfter(screen, (await siteSummary()).remainingScreens))
  const { data: refusal, init } = respondWith(result)
  const typed = Object.fromEntries(setupTexts.map((field) => [field, String(form.value.get(field) ?? '')]))
  // A second attempt overwrites these versions.
  const saved = savedTexts(await showStudio(ports), ...setupTexts)
  return data({ ...refusal, typed, saved }, init ?? undefined)
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<null>(call)
}

function commandOf(form: FormData): ((unit: UnitOfWork, admin: Admin) => Promise<Result>) | null {
  switch (form.get('intent')) {
    case 'save-words': {
      const words = readWords(form)
      return words && ((unit, admin) => saveWords(unit, admin, words))
    }
    case 'finish-pictures':
      return finishPictures
    case 'remove-samples':
      return removeSamples
    case 'keep-samples':
      return keepSamplesAsDrafts
    case 'open':
      return openSite
    case 'close':
      return closeSite
    default:
      return null
  }
}

function readWords(form: FormData): SetupWords | null {
  const words = setupTexts.map((field) => {
    const version = parseWholeNumber(String(form.get(`${field}Version`) ?? ''))
    return [field, version === null ? null : { text: String(form.get(field) ?? ''), version }] as const
  })
  // Every text has an entry.
  return words.every(([, word]) => word !== null) ? (Object.fromEntries(words) as SetupWords) : null
}

function pathAfter(screen: SetupScreen, remainingScreens: readonly SetupScreen[]): string {
  const next = nextScreen(screen, remainingScreens)
  return next ? href('/setup/:screen', { screen: next }) : href('/')
}

export default function Setup({ loaderData, actionData }: Route.ComponentProps) {
  const result = useActionResult(actionData)
  return (
    <PageContainer>
      <SetupScreens key={loaderData.screen} {...loaderData} result={result} />
    </PageContainer>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || typeof error.data !== 'string') throw error
  const next = href('/setup/:screen', { screen: params.screen ?? '' })
  return (
    <PageContainer>
      <h1>Setup</h1>
      <AlertMessage>
        {error.status === statusOf['no-session'] ? (
          <Link to={`${href('/login')}?${new URLSearchParams({ next }).toString()}`}>{error.data}</Link>
        ) : (
          error.data
        )}
      </AlertMessage>
    </PageContainer>
  )
}
