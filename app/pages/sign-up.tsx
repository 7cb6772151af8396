import { Link, redirect, useLocation } from 'react-router'
import { passwordRule } from '#portfolio/account/account.ts'
import { signUp } from '#portfolio/account/enter.ts'
import { answerEntry, passOn } from '#app/answer.ts'
import { visitOf } from '#app/context.ts'
import { sayWhenCut } from '#app/offline.ts'
import { CredentialsForm } from '#app/showcase/credentials-form.tsx'
import { describePage } from '#app/showcase/describe-page.ts'
import { EntrySheet } from '#app/showcase/entry-sheet.tsx'
import { whereNext } from '#app/showcase/where-next.ts'
import type { Route } from './+types/sign-up.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage({
    title: 'Sign up',
    description: 'Make an account.',
    path: '/signup',
    unlisted: true,
    house: matches[0].loaderData,
  })

export function loader({ request, context }: Route.LoaderArgs) {
  if (visitOf(context).person) throw redirect(whereNext(request.url))
  return null
}

export const headers = passOn

export function action({ request, context }: Route.ActionArgs) {
  return answerEntry(visitOf(context), request, signUp)
}

export function clientAction(call: Route.ClientActionArgs) {
  return sayWhenCut<never>(call)
}

export default function SignUp({ actionData }: Route.ComponentProps) {
  const { search } = useLocation()
  return (
    <EntrySheet heading="Sign up">
      <CredentialsForm
        submit="Sign up"
        choosing
        passwordHint={passwordRule}
        refusal={actionData?.ok === false ? actionData : undefined}
        typedEmail={actionData && 'typedEmail' in actionData ? actionData.typedEmail : ''}
      />
      <p>
        Already have an account? <Link to={`/login${search}`}>Log in instead</Link>
      </p>
    </EntrySheet>
  )
}
