const minute = 60_000
const hour = 60 * minute

/** So many within so long, for each of those that are told apart. */
export interface Limit {
  readonly name: string
  readonly most: number
  readonly withinMs: number
}

/** How often somebody may try. Counted are tries that came to something; a form with a slip in it costs nothing. */
export const limits = {
  /** Wrong passwords of one network address, for one account. */
  logInToAccount: { name: 'log-in to account', most: 5, withinMs: 15 * minute },
  /** Wrong passwords of one network address, for whatever accounts. */
  logIn: { name: 'log-in', most: 25, withinMs: 5 * minute },
  signUp: { name: 'sign-up', most: 5, withinMs: hour },
  contact: { name: 'contact', most: 5, withinMs: hour },
  /** Messages from everywhere; what is above is kept, but apart. */
  contactInAll: { name: 'contact in all', most: 100, withinMs: hour },
  /** Changes by one admin. */
  change: { name: 'change', most: 120, withinMs: minute },
} as const satisfies Record<string, Limit>

/** Wrong passwords for one account, from wherever, before anybody has to wait. */
export const freeTries = 10
/** How long each further wrong password has to wait, in milliseconds. */
export const waitsMs = [0.5, 1, 2, 4, 8, 16, 32, 60].map((minutes) => minutes * minute)

/** After so long without a wrong password an account starts anew. */
export const forgivenAfterMs = 24 * hour

/** Who has entered an account from an address does not wait there for what strangers do elsewhere. */
export const knownForMs = 30 * 24 * hour
