/** The secret part of the claim link, derived from the stored id of the claim. */
export interface ClaimTokens {
  create(claimId: string): string
  verify(token: string, claimId: string): boolean
}

/** The tokens of private links, derived from the stored ids of the links. */
export interface PrivateLinkTokens {
  create(linkId: string): string
  /** The id that a token of this site belongs to; `null` for any other text. */
  read(token: string): string | null
}
