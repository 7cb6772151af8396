import { Link, redirect, useLocation } from 'react-router'
import { logIn } from '#portfolio/account/enter.ts'
import { answerEntry, passOn } from '#app/answer.ts'
import { visitOf } from '#app/context.ts'
import { sayWhenCut } from '#app/offline.ts'
import { CredentialsForm } from '#app/showcase/credentials-form.tsx'
import { describePage } from '#app/showcase/describe-page.ts'
import { EntrySheet } from '#app/showcase/entry-sheet.tsx'
import { whereNext } from '#app/showcase/where-next.ts'
import type { Route } from './+types/log-in.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage({
    title: 'Log in',
    description: 'Log in to your account.',
    path: '/login',
    unlisted: true,
    house: matches[0].loaderData,
  })

export function loader({ request, context }: Route.LoaderArgs) {
  if (visitOf(context).person) throw redirect(whereNext(request.url))
  return null
}

export const headers = passOn

export function action({ request, context }: Route.ActionArgs) {
  return answerEntry(visitOf(context), request, logIn)
}

export function clientAction(call: Route.ClientActionArgs) {
  return sayWhenCut<never>(call)
}

export default function LogIn({ actionData }: Route.ComponentProps) {
  const { search } = useLocation()
  return (
    <EntrySheet heading="Log in">
      <CredentialsForm
        submit="Log in"
        choosing={false}
        refusal={actionData?.ok === false ? actionData : undefined}
        typedEmail={actionData && 'typedEmail' in actionData ? actionData.typedEmail : ''}
      />
      <p>
        No account yet? <Link to={`/signup${search}`}>Sign up instead</Link>
      </p>
    </EntrySheet>
  )
}
