/** What a passkey's public key is stored with. Binary values are base64url. */
export interface Credential {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
}

/** What the authenticator says about a passkey each time it is used. */
export interface CredentialState {
  readonly counter: number
  readonly synced: boolean
  readonly backedUp: boolean
}

/** A response of the browser, as `PublicKeyCredential.toJSON()` returns it, untrusted. */
export interface PasskeyResponse {
  readonly id: string
}

/** The session or browser in which a challenge is valid, and the time. */
export interface ChallengeScope {
  readonly boundTo: string
  readonly at: Date
}

/** WebAuthn. Challenges are valid for 5 minutes; the caller accepts each `challenge` once. */
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
  /** `null` when the response is not valid, or not by this user's credential. */
  verifyRequest(
    response: PasskeyResponse,
    credential: Credential & { readonly userId: string },
    scope: ChallengeScope,
  ): Promise<(CredentialState & { readonly challenge: string }) | null>
}
