/** Accounts without an invitation on one page. */
export const otherAccountsPerPage = 100

export interface ListedPerson {
  readonly userId: string
  readonly email: string
  readonly isAdmin: boolean
  readonly isInvited: boolean
  readonly createdAt: string
}

export interface OpenInvitation {
  readonly id: string
  /** Empty when anyone with the link may accept it. */
  readonly email: string
  readonly expiresAt: string
}

export interface People {
  /** Admins and invited people. */
  readonly people: readonly ListedPerson[]
  /** Users who signed up without an invitation, newest first. */
  readonly others: readonly ListedPerson[]
  readonly otherCount: number
  /** Value of `before` for the next page of others; `null` on the last one. */
  readonly next: string | null
  readonly invitations: readonly OpenInvitation[]
}

/** A new invitation. The link is shown once. */
export interface NewInvitation extends OpenInvitation {
  readonly link: string
}
