import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import type { Kysely } from 'kysely'
import { StoreFailed, type Accounts, type Entry, type Log } from '#portfolio/parts.ts'
import type { Tables } from '#server/data/tables.ts'
import { accountRows } from './account-rows.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

/** What accounts need: the database they share, the site's address, and the secret that signs cookies. */
export interface AccountSettings {
  readonly db: Kysely<Tables>
  readonly origin: string
  readonly secret: string
  readonly log: Log
}

/** Seconds. Roles, which this room does not know, and idleness end a session earlier (portfolio/account). */
const longestSession = 30 * 24 * 60 * 60

/** Who is who, kept by better-auth. None of its routes is mounted; none of its tables knows a role. */
export function openAccounts(settings: AccountSettings): Accounts {
  const auth = openAuth(settings)
  const { db } = settings

  const rows = accountRows(db)
  // Whoever left a session open in this browser has left it: the next one must not find a way back into it.
  const enterAnew = async (email: string, password: string, headers: Headers) => {
    const entry = await enter(auth, email, password, headers)
    const left = entry && headers.has('cookie') ? await auth.api.getSession({ headers }).catch(nameStoreFailure) : null
    if (left) await rows.end(left.session.id)
    return entry
  }

  return {
    ...rows,
    async signUp(email, password, headers) {
      const userId = await make(auth, email, password)
      // For a taken address the library makes up a user, after the same work.
      const made = await db.selectFrom('authUser').select('id').where('id', '=', userId).executeTakeFirst()
      if (made) return enterAnew(email, password, headers)
      const entry = await enter(auth, email, password, headers)
      if (entry) await db.deleteFrom('authSession').where('token', '=', entry.token).execute()
      return null
    },
    logIn: enterAnew,
    async logOut(headers) {
      const { headers: answer } = await auth.api.signOut({ headers, returnHeaders: true })
      return answer.getSetCookie()
    },
    async whoIs(headers) {
      if (!headers.has('cookie')) return null
      const known = await auth.api.getSession({ headers }).catch(nameStoreFailure)
      if (!known) return null
      const { session, user } = known
      const [openedAt, usedAt] = [new Date(session.createdAt), new Date(session.updatedAt)]
      return { id: session.id, userId: user.id, email: user.email, openedAt, usedAt }
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
    session: { modelName: 'authSession', expiresIn: longestSession, disableSessionRefresh: true },
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
      // By its name, a browser takes the cookie from this host alone, over HTTPS alone. The library's own prefix is weaker.
      useSecureCookies: false,
      ...(origin.startsWith('https:') && {
        cookies: { session_token: { name: '__Host-enfilade', attributes: { secure: true } } },
        defaultCookieAttributes: { secure: true },
      }),
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
