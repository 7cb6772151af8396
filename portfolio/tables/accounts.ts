import type { Generated } from 'kysely'

/** A time as text: ISO 8601 in UTC, in both databases. */
export type Timestamp = string
/** A boolean; SQLite has no boolean type. */
export type Bit = 0 | 1

/** What the site stores about a user; `id` is the id in `authUser`. */
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

/** Open sessions, one for each browser; `ipAddress` and `userAgent` stay empty. */
export interface AuthSessionTable {
  id: string
  userId: string
  token: string
  expiresAt: Timestamp
  ipAddress: string | null
  userAgent: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
  /** Not from better-auth, like `provenAt`: the browser and system, such as `Firefox on Windows`; empty if unknown. */
  label: Generated<string>
  /** When the user last authenticated with the password or a passkey. */
  provenAt: Timestamp | null
}

/** Public keys with which users log in. Binary values are base64url. */
export interface PasskeysTable {
  id: string
  userId: string
  name: string
  credentialId: string
  publicKey: string
  /** The number of uses that the authenticator reports; 0 if it does not count them. */
  counter: number
  /** How the authenticator can be reached, such as `internal` or `usb`; a JSON array. */
  transports: string
  /** Whether the passkey can be synced to several devices. */
  synced: Bit
  /** Whether it was backed up when it was last used. */
  backedUp: Bit
  createdAt: Timestamp
  usedAt: Timestamp | null
}

/** Credentials of accounts: only passwords, hashed by `server/auth/passwords.ts`. */
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

/** Required by better-auth, but always empty: one-time links are in `OneTimeLinksTable`. */
export interface AuthVerificationTable {
  id: string
  identifier: string
  value: string
  expiresAt: Timestamp
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** Links that work once: for a new password, an invitation or a new e-mail address. */
export interface OneTimeLinksTable {
  id: string
  /** SHA-256 of the token; the token itself is not stored. */
  tokenHash: string
  purpose: 'reset' | 'invitation' | 'email'
  /** The account that the link is for. `null` for an unused invitation, and for a reset of an unknown address. */
  userId: string | null
  /** The address to confirm or to invite; empty for a reset, an invitation for anyone, and once the link is used. */
  email: string
  /** The admin who created the invitation. Unused invitations are deleted when this admin loses the role. */
  createdBy: string | null
  createdAt: Timestamp
  expiresAt: Timestamp
  /** A used invitation is kept as long as its account, to record that the account was invited. */
  usedAt: Timestamp | null
}
