import { Link, redirect } from 'react-router'
import { logOut } from '#portfolio/account/enter.ts'
import { answer } from '#app/answer.ts'
import { visitOf } from '#app/context.ts'
import { useHouse } from '#app/house.ts'
import { sayWhenCut } from '#app/offline.ts'
import { describePage } from '#app/showcase/describe-page.ts'
import { EntrySheet } from '#app/showcase/entry-sheet.tsx'
import { LogOutForm } from '#app/showcase/log-out-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Route } from './+types/log-out.ts'
import styles from './log-out.module.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage({
    title: 'Logout',
    description: 'End your session.',
    path: '/logout',
    unlisted: true,
    house: matches[0].loaderData,
  })

export async function action({ request, context }: Route.ActionArgs) {
  const { parts, person } = visitOf(context)
  const outcome = await logOut(parts, person, request.headers)
  if (!outcome.ok) return answer(outcome)
  const headers = new Headers()
  for (const cookie of outcome.value) headers.append('Set-Cookie', cookie)
  throw redirect('/work', { headers })
}

export function clientAction(call: Route.ClientActionArgs) {
  return sayWhenCut<never>(call)
}

export default function LogOut({ actionData }: Route.ComponentProps) {
  const { person } = useHouse()
  return (
    <EntrySheet heading="Logout">
      {person ? (
        <>
          <p>You are signed in as {person.email}.</p>
          {actionData?.ok === false ? <Notice>{actionData.message}</Notice> : null}
          <LogOutForm framed />
        </>
      ) : (
        <p>
          You are not signed in.{' '}
          <Link to="/login">
            Go to the <span className={styles.word}>log-in</span> page
          </Link>
        </p>
      )}
    </EntrySheet>
  )
}
