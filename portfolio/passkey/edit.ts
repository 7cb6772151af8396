import { requiredText } from '#portfolio/form-fields.ts'
import type { PasskeyResponse, Ports, Session } from '#portfolio/ports.ts'
import { countAttempt } from '#portfolio/rate-limit/counter.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { asUser } from '#portfolio/account/as-user.ts'
import { boundToSession } from '#portfolio/account/prove.ts'
import { passkeyLimits } from './passkey.ts'

const passkeyName = requiredText('The name', passkeyLimits.name).transform((name) => name.replace(/\s+/g, ' '))
const tooMany = refused('wrong-value', `You have ${passkeyLimits.perUser} passkeys. Remove one to add another.`)
const notAdded = refused('wrong-value', 'The passkey could not be added. Please try again.')

/** The options that a browser needs to create a passkey for the user of this session. Refuses more than 20 passkeys. */
export async function startPasskeyCreation(ports: Ports, session: Session): Promise<Result<object>> {
  const rows = await ports.db
    .selectFrom('passkeys')
    .select(['credentialId', 'transports'])
    .where('userId', '=', session.userId)
    .execute()
  if (rows.length >= passkeyLimits.perUser) return tooMany
  const existing = rows.map(({ credentialId, transports }) => ({
    credentialId,
    // JSON written by `addPasskey`.
    transports: JSON.parse(transports) as string[],
  }))
  return done(
    await ports.passkeys.creationOptions(session, existing, { boundTo: boundToSession(session), at: ports.now() }),
  )
}

/** Stores the passkey that the browser has created, named after the session's label. */
export async function addPasskey(ports: Ports, session: Session, response: PasskeyResponse): Promise<Result> {
  const at = ports.now()
  const created = await ports.passkeys.verifyCreation(response, { boundTo: boundToSession(session), at })
  if (!created) return notAdded
  return asUser(ports, session, async (unit, { userId }) => {
    // A challenge can be used once.
    const { ok: isFirstUse } = await countAttempt(unit.tx, at, rateLimits.passkeyChallenge, created.challenge)
    if (!isFirstUse) return notAdded
    const { count } = await unit.tx
      .selectFrom('passkeys')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    if (count >= passkeyLimits.perUser) return tooMany
    const { credentialId, publicKey, counter, transports, synced, backedUp } = created
    const inserted = await unit.tx
      .insertInto('passkeys')
      .values({
        id: unit.newId(),
        userId,
        name: await initialName(unit, session),
        credentialId,
        publicKey,
        counter,
        transports: JSON.stringify(transports),
        synced: synced ? 1 : 0,
        backedUp: backedUp ? 1 : 0,
        createdAt: unit.now,
        usedAt: null,
      })
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return refused('wrong-value', 'This passkey has already been added.')
    unit.publish({ about: 'person', userId })
    return done()
  })
}

async function initialName({ tx }: UnitOfWork, { id }: Session): Promise<string> {
  const session = await tx.selectFrom('authSession').select('label').where('id', '=', id).executeTakeFirst()
  return session?.label || 'Passkey'
}

export async function renamePasskey(
  unit: UnitOfWork,
  { userId }: Session,
  input: { readonly id: string; readonly name: string },
): Promise<Result> {
  const name = passkeyName.safeParse(input.name)
  if (!name.success) {
    const message = name.error.issues[0]?.message ?? ''
    return refused('wrong-value', message, { fields: { name: message } })
  }
  const renamed = await unit.tx
    .updateTable('passkeys')
    .set({ name: name.data })
    .where('id', '=', input.id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (!renamed) return refused('unknown', 'This passkey has been removed in the meantime.')
  unit.publish({ about: 'person', userId })
  return done()
}

/** Removes a passkey of this user. The password remains. Succeeds if it was removed already. */
export async function removePasskey(unit: UnitOfWork, { userId }: Session, id: string): Promise<Result> {
  await unit.tx.deleteFrom('passkeys').where('id', '=', id).where('userId', '=', userId).execute()
  unit.publish({ about: 'person', userId })
  return done()
}
