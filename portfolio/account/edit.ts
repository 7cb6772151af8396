import { z } from 'zod'
import type { Ports, Session } from '#portfolio/ports.ts'
import { refuseFields } from '#portfolio/form-fields.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { publishChanges, type UnitOfWork } from '#portfolio/transaction.ts'
import { refuseWhenDatabaseFails, type Caller } from './account-form.ts'
import { provePassword } from './prove.ts'
import { passwordProblem } from './check-password.ts'

const passwordForm = z.object({
  password: z.string({ error: 'The current password is required.' }).min(1, 'The current password is required.'),
  newPassword: z.string({ error: 'The new password is required.' }).min(1, 'The new password is required.'),
})

/** Deletes the user's open one-time links and ends their other sessions. Checks the password like `provePassword`. */
export async function changePassword(ports: Ports, session: Session, form: unknown, caller: Caller): Promise<Result> {
  return refuseWhenDatabaseFails(ports, async () => {
    const input = passwordForm.safeParse(form)
    if (!input.success) return refuseFields(input.error)
    const problem = passwordProblem(input.data.newPassword, session.email)
    if (problem) return refused('wrong-value', problem, { fields: { newPassword: problem } })
    const proven = await provePassword(ports, session, input.data, caller)
    if (!proven.ok) return proven
    await ports.accounts.setPassword(session.userId, input.data.newPassword, session.id)
    await publishChanges(ports, { about: 'person', userId: session.userId })
    return done()
  })
}

/** Ends another session of the same user; its open pages notice at once. Succeeds if it has already ended. */
export async function endSession(unit: UnitOfWork, { id, userId }: Session, sessionId: string): Promise<Result> {
  if (sessionId === id) return refused('wrong-value', 'This is the session of this browser: log out to end it.')
  await unit.tx.deleteFrom('authSession').where('id', '=', sessionId).where('userId', '=', userId).execute()
  unit.publish({ about: 'person', userId })
  return done()
}

export async function endOtherSessions(unit: UnitOfWork, { id, userId }: Session): Promise<Result> {
  await unit.tx.deleteFrom('authSession').where('userId', '=', userId).where('id', '<>', id).execute()
  unit.publish({ about: 'person', userId })
  return done()
}
