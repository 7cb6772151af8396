const minuteMs = 60_000
const hourMs = 60 * minuteMs

export interface RateLimit {
  readonly name: string
  readonly max: number
  readonly windowMs: number
}

/** The rate limits. A form with invalid fields does not count. */
export const rateLimits = {
  /** Wrong passwords from one client address for one account. */
  logInToAccount: { name: 'log-in to account', max: 5, windowMs: 15 * minuteMs },
  /** Wrong passwords from one client address for all accounts. */
  logIn: { name: 'log-in', max: 25, windowMs: 5 * minuteMs },
  /** Wrong passwords from a browser with a device cookie: as many per day as an account allows before its delays. */
  logInWithDevice: { name: 'log-in with device', max: 10, windowMs: 24 * hourMs },
  /** Log-ins to one account: the maximum number of its sessions, so that no user needs more. */
  logInsToAccount: { name: 'log-ins to account', max: 20, windowMs: 15 * minuteMs },
  /** Log-ins from one client address, which a whole office may share. */
  logInsFromAddress: { name: 'log-ins from address', max: 60, windowMs: 15 * minuteMs },
  /** Wrong tokens of claim links from one client address; the same limit as for wrong passwords. */
  claim: { name: 'claim', max: 25, windowMs: 5 * minuteMs },
  /** A challenge is used once; it is valid for 5 minutes. */
  passkeyChallenge: { name: 'passkey challenge', max: 1, windowMs: 5 * minuteMs },
  /** Sign-ups from one client address. */
  signUp: { name: 'sign-up', max: 5, windowMs: hourMs },
  /** Unknown tokens of one-time links, from one client address. */
  wrongLink: { name: 'wrong link', max: 20, windowMs: 15 * minuteMs },
  /** Reset links requested from one client address. */
  reset: { name: 'reset', max: 10, windowMs: hourMs },
  /** Reset links of one account. The window is the lifetime of a link, so a refused user has one that works. */
  resetOfAccount: { name: 'reset of account', max: 5, windowMs: 30 * minuteMs },
  /** Changes of the e-mail address of one account, each of which may send an e-mail. */
  emailChange: { name: 'e-mail change', max: 5, windowMs: hourMs },
  /** E-mails to new addresses, and invitations, sent from one client address. */
  linkMail: { name: 'link mail', max: 20, windowMs: hourMs },
  /** The same e-mails to one recipient, counted for each purpose: several accounts together cannot flood a mailbox. */
  linkMailTo: { name: 'link mail to', max: 5, windowMs: 24 * hourMs },
  /** Messages from one client address. */
  contact: { name: 'contact', max: 5, windowMs: hourMs },
  /** Messages from all client addresses; those above the limit are quarantined. */
  contactFromAllAddresses: { name: 'contact in all', max: 100, windowMs: hourMs },
  /** Openings of private links from one client address. */
  openPrivateLink: { name: 'open private link', max: 60, windowMs: hourMs },
  /** Changes by one user. */
  change: { name: 'change', max: 120, windowMs: minuteMs },
} as const satisfies Record<string, RateLimit>

/** The count of wrong passwords is reset this long after the last one. */
export const failuresResetAfterMs = 24 * hourMs
