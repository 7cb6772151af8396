import { data } from 'react-router'
import { asUser, notSignedIn } from '#portfolio/account/as-user.ts'
import { changePassword, endOtherSessions, endSession } from '#portfolio/account/edit.ts'
import { addPasskey, removePasskey, renamePasskey, startPasskeyCreation } from '#portfolio/passkey/edit.ts'
import type { Session } from '#portfolio/ports.ts'
import { refused, type Result } from '#portfolio/result.ts'
import { readFormData } from '#app/requests/form-data.ts'
import { readPasskeyResponse } from '#app/requests/passkey-response.ts'
import { getRequestContext, type RequestContext } from '#app/requests/request-context.ts'
import { findSession, requireRecentProof } from '#app/requests/require-recent-proof.ts'
import { respondWith } from '#app/requests/responses.ts'
import type { Route } from './+types/account.ts'

const notUnderstood = refused('malformed', 'This request was not understood.')

/** Intents that change who can log in. A new password is not among them, because its form asks for the current one. */
const intentsRequiringProof: readonly unknown[] = ['start-passkey', 'add-passkey', 'remove-passkey']

export async function action({ request, context }: Route.ActionArgs) {
  const session = await findSession(context, request)
  if (!session) return respondWith(notSignedIn)
  const form = await readFormData(request)
  const intent = form.get('intent')
  if (intentsRequiringProof.includes(intent)) await requireRecentProof(context, request)
  const result = await runIntent(getRequestContext(context), request, session, form)
  const { init } = respondWith(result)
  // Without JavaScript, the page shows the result in the form that was sent.
  return data({ ...result, intent: String(intent) }, init ?? undefined)
}

async function runIntent(
  { ports, rateLimitKey: clientAddress }: RequestContext,
  { headers }: Request,
  session: Session,
  form: FormData,
): Promise<Result<object | null>> {
  const field = (name: string) => String(form.get(name) ?? '')
  const id = field('id')
  switch (field('intent')) {
    case 'change-password':
      return changePassword(ports, session, Object.fromEntries(form), { headers, clientAddress })
    case 'end-session':
      return asUser(ports, session, (unit, own) => endSession(unit, own, id))
    case 'end-other-sessions':
      return asUser(ports, session, endOtherSessions)
    case 'start-passkey':
      return startPasskeyCreation(ports, session)
    case 'add-passkey': {
      const response = readPasskeyResponse(form.get('response'))
      return response ? addPasskey(ports, session, response) : notUnderstood
    }
    case 'rename-passkey':
      return asUser(ports, session, (unit, own) => renamePasskey(unit, own, { id, name: field('name') }))
    case 'remove-passkey':
      return asUser(ports, session, (unit, own) => removePasskey(unit, own, id))
  }
  return notUnderstood
}
