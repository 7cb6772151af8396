import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import type { Kysely } from 'kysely'
import { StoreFailed, type Accounts, type Entry, type Log } from '#portfolio/parts.ts'
import type { Tables } from '#server/data/tables.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

/** What accounts need: the database they share, the site's address, and the secret that signs cookies. */
export interface AccountSettings {
  readonly db: Kysely<Tables>
  readonly origin: string
  readonly secret: string
  readonly log: Log
}

const day = 24 * 60 * 60

/** Who is who, kept by better-auth. None of its routes is mounted; none of its tables knows a role. */
export function openAccounts(settings: AccountSettings): Accounts {
  const auth = openAuth(settings)
  const { db } = settings

  return {
    async signUp(email, password, headers) {
      const userId = await make(auth, email, password)
      // For a taken address the library makes up a user, after the same work.
      const made = await db.selectFrom('authUser').select('id').where('id', '=', userId).executeTakeFirst()
      const entry = await enter(auth, email, password, headers)
      if (made) return entry
      if (entry) await db.deleteFrom('authSession').where('token', '=', entry.token).execute()
      return null
    },
    logIn: (email, password, headers) => enter(auth, email, password, headers),
    async logOut(headers) {
      const { headers: answer } = await auth.api.signOut({ headers, returnHeaders: true })
      return answer.getSetCookie()
    },
    async whoIs(headers) {
      if (!headers.has('cookie')) return null
      const session = await auth.api.getSession({ headers }).catch(nameStoreFailure)
      return session ? { userId: session.user.id, email: session.user.email } : null
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
      await db.updateTable('authAccount').set({ password: hash }).where('userId', '=', userId).execute()
      await db.deleteFrom('authSession').where('userId', '=', userId).execute()
    },
  }
}

async function make(auth: ReturnType<typeof openAuth>, email: string, password: string): Promise<string> {
  try {
    const { user } = await auth.api.signUpEmail({ body: { email, password, name: '' } })
    return user.id
  } catch (error) {
    // Two sign-ups for one address in the same instant: the database let one of them through.
    if (error instanceof APIError && error.status === 'UNPROCESSABLE_ENTITY') return ''
    throw error
  }
}

async function enter(
  auth: ReturnType<typeof openAuth>,
  email: string,
  password: string,
  headers: Headers,
): Promise<(Entry & { token: string }) | null> {
  try {
    const { headers: answer, response } = await auth.api.signInEmail({
      body: { email, password },
      headers,
      returnHeaders: true,
    })
    return { userId: response.user.id, cookies: answer.getSetCookie(), token: response.token }
  } catch (error) {
    if (error instanceof APIError && error.status === 'UNAUTHORIZED') return null
    throw error
  }
}

// What the database said, the library logs and hides.
function nameStoreFailure(error: unknown): never {
  throw error instanceof APIError && error.status === 'INTERNAL_SERVER_ERROR' ? new StoreFailed(error) : error
}

function openAuth({ db, origin, secret, log }: AccountSettings) {
  return betterAuth({
    baseURL: origin,
    secret,
    // The strings and bits of the SQLite type fit the tables on both databases. A transaction of the
    // library would hold the one connection while a password is hashed.
    database: { db, type: 'sqlite', transaction: false },
    user: { modelName: 'authUser' },
    session: { modelName: 'authSession', expiresIn: 7 * day, updateAge: day },
    account: { modelName: 'authAccount' },
    verification: { modelName: 'authVerification' },
    // Where and with what somebody signed in: the library would keep it, and the privacy notice says nothing of it.
    databaseHooks: {
      session: { create: { before: async (session) => ({ data: { ...session, ipAddress: null, userAgent: null } }) } },
    },
    emailAndPassword: {
      enabled: true,
      // The rule for passwords is the product's (portfolio/account); the library counts UTF-16 units.
      minPasswordLength: 1,
      maxPasswordLength: 1_024,
      // On, the answer and its time would tell whether an address has an account.
      autoSignIn: false,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'enfilade',
      useSecureCookies: origin.startsWith('https:'),
      // Our migrations make its tables; the check would still be under way when a short command is done.
      database: { validateSchema: false },
    },
    logger: {
      log: (level, message) => {
        if (level === 'error') log.error('accounts', { detail: message })
      },
    },
  })
}
