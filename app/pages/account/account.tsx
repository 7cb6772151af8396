import { listSessions } from '#portfolio/account/show.ts'
import { listPasskeys } from '#portfolio/passkey/show.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { requireSession } from '#app/requests/require-recent-proof.ts'
import { forwardHeaders } from '#app/requests/responses.ts'
import { PageContainer } from '#app/ui/page-container.tsx'
import { useActionResult } from '#app/ui/use-action-result.ts'
import { AccountSection } from '#app/visitor/account/account-section.tsx'
import { ChangeEmail } from '#app/visitor/account/change-email.tsx'
import { ChangePassword } from '#app/visitor/account/change-password.tsx'
import { formatAge } from '#app/visitor/account/format-age.ts'
import { LogInFirst } from '#app/visitor/account/log-in-first.tsx'
import { PasskeyList } from '#app/visitor/account/passkey-list.tsx'
import { SessionList } from '#app/visitor/account/session-list.tsx'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import type { Route } from './+types/account.ts'
import styles from './account.module.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: 'Account', description: '', noindex: true, site: matches[0].loaderData })

export const headers = forwardHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ports } = getRequestContext(context)
  const session = await requireSession(context, request)
  const ageOf = (time: string) => formatAge(ports.now().getTime() - Date.parse(time))
  const sessions = await listSessions(ports, session)
  const passkeys = await listPasskeys(ports, session.userId)
  return {
    email: session.email,
    sessions: sessions.map(({ createdAt, usedAt, ...shown }) => ({
      ...shown,
      started: ageOf(createdAt),
      used: ageOf(usedAt),
    })),
    passkeys: passkeys.map(({ createdAt, usedAt, ...shown }) => ({
      ...shown,
      created: ageOf(createdAt),
      used: usedAt && ageOf(usedAt),
    })),
  }
}

export { action } from './account.action.ts'

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<unknown>(call)
}

export default function Account({ loaderData, actionData: result }: Route.ComponentProps) {
  const { email, sessions, passkeys } = loaderData
  const actionData = useActionResult(result)
  const isPasswordResult = actionData && 'intent' in actionData && actionData.intent === 'change-password'
  return (
    <PageContainer>
      <h1>Account</h1>
      <p className={styles.email}>
        You are logged in as <span dir="auto">{email}</span>.
      </p>
      <AccountSection heading="E-mail">
        <ChangeEmail />
      </AccountSection>
      <ChangePassword email={email} result={isPasswordResult ? actionData : undefined} />
      <PasskeyList passkeys={passkeys} />
      <SessionList sessions={sessions} result={isPasswordResult ? undefined : actionData} />
    </PageContainer>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LogInFirst heading="Account" error={error} />
}
