/** A passkey as it is stored. Binary values are base64url. */
export interface Credential {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
}

/** What the authenticator reports about a passkey when it is created and each time it is used. */
export interface CredentialState {
  readonly counter: number
  /** Whether it can be synced to several devices (WebAuthn: backup eligible). */
  readonly synced: boolean
  /** Whether it is backed up now (WebAuthn: backup state). */
  readonly backedUp: boolean
}

/** The response of the browser, from `PublicKeyCredential.toJSON()`. Untrusted. */
export interface PasskeyResponse {
  readonly id: string
}

/** The session or browser in which a challenge is valid, and the current time. */
export interface ChallengeScope {
  readonly boundTo: string
  readonly at: Date
}

/** WebAuthn. Challenges are valid for 5 minutes; the caller must accept each `challenge` only once. */
export interface Passkeys {
  /** The options of `navigator.credentials.create`, as JSON. */
  creationOptions(
    user: { readonly userId: string; readonly email: string },
    existing: readonly Pick<Credential, 'credentialId' | 'transports'>[],
    scope: ChallengeScope,
  ): Promise<object>
  /** The options of `navigator.credentials.get`, as JSON, for any passkey of this site. */
  requestOptions(scope: ChallengeScope): Promise<object>
  /** `null` when the response is not valid. */
  verifyCreation(
    response: PasskeyResponse,
    scope: ChallengeScope,
  ): Promise<(Credential & CredentialState & { readonly challenge: string }) | null>
  /** `null` when the response is not valid, or is not from this user's credential. */
  verifyRequest(
    response: PasskeyResponse,
    credential: Credential & { readonly userId: string },
    scope: ChallengeScope,
  ): Promise<(CredentialState & { readonly challenge: string }) | null>
}
