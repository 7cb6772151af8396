import { randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { DatabaseFailed, type Accounts, type NewSession, type Log } from '#portfolio/ports.ts'
import type { Tables } from '#portfolio/tables.ts'
import { openAccountQueries } from './account-queries.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { endOldestSessions } from './session-limit.ts'
import { sessionLabelOf } from './session-label.ts'

/** The options of `openAccounts`. The secret signs the session cookies. */
export interface AccountSettings {
  readonly db: Kysely<Tables>
  readonly origin: string
  readonly secret: string
  readonly log: Log
}

/** The maximum lifetime of a session. `sessionLifetime` ends idle sessions earlier. */
const maxSessionSeconds = 30 * 24 * 60 * 60

/** Accounts and sessions, implemented with better-auth. Its routes are not mounted, and its tables contain no role. */
export function openAccounts(settings: AccountSettings): Accounts {
  const auth = createAuth(settings)
  const { db } = settings

  const queries = openAccountQueries(db)
  // Otherwise the browser's previous session would stay valid after its cookie is replaced.
  const replaceSession = async (created: CreatedSession | null, headers: Headers) => {
    const previous =
      created && headers.has('cookie') ? await auth.api.getSession({ headers }).catch(throwDatabaseError) : null
    if (previous) await queries.endSession(previous.session.id)
    if (created) await endOldestSessions(db, created.userId, created.token)
    return created
  }
  const logIn: Accounts['logIn'] = async (email, password, headers) =>
    replaceSession(await createPasswordSession(auth, email, password, headers), headers)

  return {
    ...queries,
    logIn,
    logInWithPasskey: async (userId, headers) =>
      replaceSession(await createPasskeySession(auth, userId, headers), headers),
    async signUp(email, password, headers) {
      const isCreated = await createUser(db, email, await hashPassword(password))
      if (isCreated) return logIn(email, password, headers)
      // Takes as long as a log-in; the account's password is never compared, so a sign-up cannot be used to guess it.
      await hashPassword(password)
      return null
    },
    async logOut(headers) {
      const { headers: response } = await auth.api.signOut({ headers, returnHeaders: true })
      return response.getSetCookie()
    },
    async readSession(headers) {
      if (!headers.has('cookie')) return null
      const found = await auth.api.getSession({ headers }).catch(throwDatabaseError)
      if (!found) return null
      const { session, user } = found
      const [createdAt, usedAt] = [new Date(session.createdAt), new Date(session.updatedAt)]
      const provenAt = session.provenAt ?? createdAt
      return { id: session.id, userId: user.id, email: user.email, createdAt, usedAt, provenAt }
    },
  }
}

/**
 * Inserts the rows that better-auth's own sign-up would insert, but in one transaction; better-auth would keep it open
 * during password hashing. Resolves with `false` if the e-mail address is taken.
 */
async function createUser(db: Kysely<Tables>, email: string, password: string): Promise<boolean> {
  const now = new Date().toISOString()
  const [id, times] = [randomUUID(), { createdAt: now, updatedAt: now }]
  return db.transaction().execute(async (tx) => {
    const created = await tx
      .insertInto('authUser')
      .values({ id, name: '', email, emailVerified: 0, image: null, ...times })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!created) return false
    const account = { id: randomUUID(), userId: id, accountId: id, providerId: 'credential', password }
    await tx
      .insertInto('authAccount')
      .values({ ...account, ...times })
      .execute()
    return true
  })
}

interface CreatedSession extends NewSession {
  readonly token: string
}

async function createPasswordSession(
  auth: ReturnType<typeof createAuth>,
  email: string,
  password: string,
  headers: Headers,
): Promise<CreatedSession | null> {
  try {
    const { headers: responseHeaders, response } = await auth.api.signInEmail({
      body: { email, password },
      headers,
      returnHeaders: true,
    })
    return { userId: response.user.id, cookies: responseHeaders.getSetCookie(), token: response.token }
  } catch (error) {
    if (error instanceof APIError && error.status === 'UNAUTHORIZED') return null
    throw error
  }
}

async function createPasskeySession(
  auth: ReturnType<typeof createAuth>,
  userId: string,
  headers: Headers,
): Promise<CreatedSession | null> {
  const { headers: responseHeaders, response: token } = await auth.api
    .logInWithPasskey({ body: { userId }, headers, returnHeaders: true })
    .catch(throwDatabaseError)
  return token === null ? null : { userId, cookies: responseHeaders.getSetCookie(), token }
}

/** Creates a session without a password. Does what better-auth's own log-in endpoints do after their check. */
const logInWithPasskey = createAuthEndpoint(
  '/log-in-with-passkey',
  { method: 'POST', body: z.object({ userId: z.string() }) },
  async (ctx) => {
    const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
    if (!user) return null
    const session = await ctx.context.internalAdapter.createSession(user.id)
    await setSessionCookie(ctx, { session, user })
    return session.token
  },
)

// better-auth logs database errors and throws an `APIError` instead.
function throwDatabaseError(error: unknown): never {
  throw error instanceof APIError && error.status === 'INTERNAL_SERVER_ERROR' ? new DatabaseFailed(error) : error
}

/** better-auth would store the client address and the exact browser; only a coarse label is kept. */
function describeSession<T extends { createdAt: Date; userAgent?: string | null | undefined }>(session: T) {
  const label = sessionLabelOf(session.userAgent ?? '')
  return { ...session, ipAddress: null, userAgent: null, label, provenAt: session.createdAt }
}

function createAuth({ db, origin, secret, log }: AccountSettings) {
  return betterAuth({
    baseURL: origin,
    secret,
    experimental: { instrumentation: { enabled: false } },
    // The column types of `sqlite` fit both databases.
    database: { db, type: 'sqlite' },
    user: { modelName: 'authUser' },
    session: {
      modelName: 'authSession',
      expiresIn: maxSessionSeconds,
      disableSessionRefresh: true,
      // Otherwise reading an expired session would delete it, even if the clock is wrong. `expireSessions` deletes it.
      deferSessionRefresh: true,
      additionalFields: {
        label: { type: 'string', required: false, input: false },
        provenAt: { type: 'date', required: false, input: false },
      },
    },
    plugins: [{ id: 'passkeys', endpoints: { logInWithPasskey } }],
    account: { modelName: 'authAccount' },
    verification: { modelName: 'authVerification' },
    databaseHooks: { session: { create: { before: async (session) => ({ data: describeSession(session) }) } } },
    emailAndPassword: {
      enabled: true,
      // `portfolio/account` checks the length, in code points; better-auth counts UTF-16 units.
      maxPasswordLength: 1_024,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'enfilade',
      // better-auth would use the prefix `__Secure-`, which is weaker than `__Host-`.
      useSecureCookies: false,
      ...(origin.startsWith('https:') && {
        cookies: { session_token: { name: '__Host-enfilade', attributes: { secure: true } } },
        defaultCookieAttributes: { secure: true },
      }),
      // Our migrations create the tables. In a short command, validation would still run after the database is closed.
      database: { validateSchema: false },
    },
    logger: {
      log: (level, message) => {
        if (level === 'error') log.error('better-auth failed', { detail: message })
      },
    },
  })
}
