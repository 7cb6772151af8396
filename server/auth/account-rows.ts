import type { Kysely } from 'kysely'
import type { Accounts } from '#portfolio/parts.ts'
import type { Tables } from '#server/data/tables.ts'
import { hashPassword } from './passwords.ts'

/** What needs no library: the rows of accounts and sessions themselves. */
export function accountRows(db: Kysely<Tables>): Omit<Accounts, 'signUp' | 'logIn' | 'logOut' | 'whoIs'> {
  return {
    async touch(sessionId, at) {
      await db.updateTable('authSession').set({ updatedAt: at.toISOString() }).where('id', '=', sessionId).execute()
    },
    async end(sessionId) {
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
    async emailsOf(userIds) {
      if (userIds.length === 0) return new Map()
      const users = await db.selectFrom('authUser').select(['id', 'email']).where('id', 'in', userIds).execute()
      return new Map(users.map((user) => [user.id, user.email]))
    },
    async setPassword(userId, password) {
      const hash = await hashPassword(password)
      // A new password that leaves the old sessions open would be none.
      await db.transaction().execute(async (tx) => {
        await tx.updateTable('authAccount').set({ password: hash }).where('userId', '=', userId).execute()
        await tx.deleteFrom('authSession').where('userId', '=', userId).execute()
      })
    },
    async remove(userId) {
      await db.deleteFrom('authUser').where('id', '=', userId).execute()
    },
  }
}
