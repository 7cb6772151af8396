import { href, Link, redirect } from 'react-router'
import { logOut } from '#portfolio/log-in/log-out.ts'
import { respondWith } from '#app/requests/responses.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { useRootData } from '#app/use-root-data.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { AccountLayout } from '#app/visitor/account/account-layout.tsx'
import { LogOutForm } from '#app/visitor/account/log-out-form.tsx'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { useActionResult } from '#app/ui/use-action-result.ts'
import type { Route } from './+types/log-out.ts'
import styles from './log-out.module.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Logout',
    description: 'End your session.',
    path: href('/logout'),
    noindex: true,
    site: matches[0].loaderData,
  })

export async function action({ request, context }: Route.ActionArgs) {
  const { ports, person } = getRequestContext(context)
  const result = await logOut(ports, person, request.headers)
  if (!result.ok) return respondWith(result)
  const headers = new Headers()
  for (const cookie of result.value) headers.append('Set-Cookie', cookie)
  throw redirect(href('/work'), { headers })
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<never>(call)
}

export default function LogOut({ actionData: result }: Route.ComponentProps) {
  const actionData = useActionResult(result)
  const { person } = useRootData()
  return (
    <AccountLayout heading="Logout">
      {person ? (
        <>
          <p>You are signed in as {person.email}.</p>
          {actionData?.ok === false ? <AlertMessage>{actionData.message}</AlertMessage> : null}
          <LogOutForm framed />
        </>
      ) : (
        <p>
          You are not signed in.{' '}
          <Link to={href('/login')}>
            Go to the <span className={styles.noBreak}>log-in</span> page
          </Link>
        </p>
      )}
    </AccountLayout>
  )
}
