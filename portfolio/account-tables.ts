import type { Generated } from 'kysely'

/** A time as text: ISO 8601 in UTC, in both databases. */
export type Timestamp = string
/** A boolean: SQLite has no type for it. */
export type Bit = 0 | 1

/** What the site stores about a user; `id` is that of `authUser`. */
export interface UsersTable {
  id: string
  role: string | null
  online: Bit
}

/** Accounts. The `auth…` tables have the columns of better-auth. */
export interface AuthUserTable {
  id: string
  name: string
  email: string
  emailVerified: Bit
  image: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** Open sessions, one for each browser; `ipAddress` and `userAgent` stay empty. `label` and `provenAt` are ours. */
export interface AuthSessionTable {
  id: string
  userId: string
  token: string
  expiresAt: Timestamp
  ipAddress: string | null
  userAgent: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
  /** The browser and system, such as `Firefox on Windows`; empty if unknown. */
  label: Generated<string>
  /** When the password or a passkey was last given. */
  provenAt: Timestamp | null
}

/** Public keys with which users log in. Binary values are base64url. */
export interface PasskeysTable {
  id: string
  userId: string
  name: string
  credentialId: string
  publicKey: string
  /** How often the authenticator says it was used; 0 if it does not count. */
  counter: number
  /** How the authenticator can be reached, such as `internal` or `usb`; a JSON array. */
  transports: string
  /** Whether it may be on several devices, and whether it was when last used. */
  synced: Bit
  backedUp: Bit
  createdAt: Timestamp
  usedAt: Timestamp | null
}

/** Credentials of an account: only passwords, as hashed by `server/auth/passwords.ts`. */
export interface AuthAccountTable {
  id: string
  userId: string
  accountId: string
  providerId: string
  accessToken: string | null
  refreshToken: string | null
  idToken: string | null
  accessTokenExpiresAt: Timestamp | null
  refreshTokenExpiresAt: Timestamp | null
  scope: string | null
  password: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** Required by better-auth; the site verifies nothing by e-mail. */
export interface AuthVerificationTable {
  id: string
  identifier: string
  value: string
  expiresAt: Timestamp
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** Links that work once: for a new password, an invitation, a new address of an account. */
export interface OneTimeLinksTable {
  id: string
  /** SHA-256 of the token, which is stored nowhere. */
  tokenHash: string
  purpose: 'reset' | 'invitation' | 'email'
  /** The account that it is for. `null` for an open invitation, and for a reset that no account asked for. */
  userId: string | null
  /** The address to confirm, or the one that is invited; empty for anyone, and once it is used. */
  email: string
  /** The admin who made an invitation; until it is used, it ends with the role. */
  createdBy: string | null
  createdAt: Timestamp
  expiresAt: Timestamp
  /** A used invitation stays as long as its account: it says that the account was invited. */
  usedAt: Timestamp | null
}
