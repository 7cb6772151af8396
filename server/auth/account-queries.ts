import type { Kysely } from 'kysely'
import type { Accounts } from '#portfolio/ports.ts'
import type { Tables } from '#portfolio/tables.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

interface AccountQueries extends Omit<Accounts, 'signUp' | 'logIn' | 'logInWithPasskey' | 'logOut' | 'readSession'> {
  endSession(sessionId: string): Promise<void>
}

export function openAccountQueries(db: Kysely<Tables>): AccountQueries {
  return {
    async recordUse(sessionId, at) {
      await db.updateTable('authSession').set({ updatedAt: at.toISOString() }).where('id', '=', sessionId).execute()
    },
    async recordProof(sessionId, at) {
      await db.updateTable('authSession').set({ provenAt: at.toISOString() }).where('id', '=', sessionId).execute()
    },
    async isPassword(userId, password) {
      const account = await db
        .selectFrom('authAccount')
        .select('password')
        .where('userId', '=', userId)
        .executeTakeFirst()
      return account?.password ? verifyPassword({ hash: account.password, password }) : false
    },
    async endSession(sessionId) {
      await db.deleteFrom('authSession').where('id', '=', sessionId).execute()
    },
    async findByEmail(email) {
      const user = await db
        .selectFrom('authUser')
        .select(['id as userId', 'email'])
        .where('email', '=', email.trim().toLowerCase())
        .executeTakeFirst()
      return user ?? null
    },
    async findEmails(userIds) {
      if (userIds.length === 0) return new Map()
      const users = await db.selectFrom('authUser').select(['id', 'email']).where('id', 'in', userIds).execute()
      return new Map(users.map((user) => [user.id, user.email]))
    },
    hashPassword,
    async setPassword(userId, password, keptSession = '') {
      const hash = await hashPassword(password)
      // An attacker may have a session, a one-time link sent to another address or, if the operator sets the password,
      // a passkey.
      await db.transaction().execute(async (tx) => {
        await tx.updateTable('authAccount').set({ password: hash }).where('userId', '=', userId).execute()
        await tx.deleteFrom('authSession').where('userId', '=', userId).where('id', '<>', keptSession).execute()
        await tx.deleteFrom('oneTimeLinks').where('userId', '=', userId).where('usedAt', 'is', null).execute()
        if (keptSession === '') await tx.deleteFrom('passkeys').where('userId', '=', userId).execute()
      })
    },
  }
}
