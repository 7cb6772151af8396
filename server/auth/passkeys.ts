import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { ChallengeScope, CredentialState, Log, Passkeys } from '#portfolio/ports.ts'
import { openChallenges } from './passkey-challenge.ts'

/** The options of `openPasskeys`. The secret signs the challenges. */
export interface PasskeySettings {
  readonly origin: string
  readonly secret: string
  readonly log: Pick<Log, 'warn'>
}

/** Errors are truncated in the log, because they may quote what the browser sent. */
const maxCauseLength = 200

/** WebAuthn with SimpleWebAuthn, loaded on first use. Passkeys are bound to the host of `origin`; a PIN is optional. */
export function openPasskeys(settings: PasskeySettings): Passkeys {
  const challenges = openChallenges(settings.secret)
  const { hostname } = new URL(settings.origin)
  return {
    async creationOptions({ userId, email }, existing, scope) {
      const { generateRegistrationOptions } = await import('@simplewebauthn/server')
      return generateRegistrationOptions({
        rpName: hostname,
        rpID: hostname,
        userID: new Uint8Array(Buffer.from(userId)),
        userName: email,
        userDisplayName: email,
        challenge: challenges.create(scope),
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
        excludeCredentials: existing.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports: [...transports],
        })),
      })
    },
    async requestOptions(scope) {
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
      const challenge = challenges.create(scope)
      return generateAuthenticationOptions({ rpID: hostname, challenge, userVerification: 'preferred' })
    },
    ...openVerification(settings, challenges.isValid),
  }
}

function openVerification(
  { origin, log }: PasskeySettings,
  isValidChallenge: (challenge: string, scope: ChallengeScope) => boolean,
): Pick<Passkeys, 'verifyCreation' | 'verifyRequest'> {
  /** `null` if `verify` throws: SimpleWebAuthn reports each invalid response with a plain `Error`. */
  const orNull = async <T>(verify: () => Promise<T>): Promise<T | null> => {
    try {
      return await verify()
    } catch (error) {
      log.warn('the response of a passkey was refused', { cause: String(error).slice(0, maxCauseLength) })
      return null
    }
  }
  const expectationsOf = (scope: ChallengeScope) => ({
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    expectedChallenge: (encoded: string) => isValidChallenge(decode(encoded), scope),
    requireUserVerification: false,
  })

  return {
    verifyCreation: (untrusted, scope) =>
      orNull(async () => {
        const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
        // The library checks the shape.
        const response = untrusted as RegistrationResponseJSON
        await refuseCertificates(response)
        const { verified, registrationInfo } = await verifyRegistrationResponse({ ...expectationsOf(scope), response })
        if (!verified) return null
        const { id, publicKey, counter, transports = [] } = registrationInfo.credential
        return {
          ...stateOf(registrationInfo, counter),
          challenge: challengeOf(response),
          credentialId: id,
          publicKey: Buffer.from(publicKey).toString('base64url'),
          transports,
        }
      }),
    verifyRequest: (untrusted, { credentialId: id, publicKey, counter, userId }, scope) =>
      orNull(async () => {
        const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
        // The library checks the shape.
        const response = untrusted as AuthenticationResponseJSON
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...expectationsOf(scope),
          response,
          credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
        })
        const { userHandle } = response.response
        if (!verified || (userHandle && decode(userHandle) !== userId)) return null
        return { ...stateOf(authenticationInfo, authenticationInfo.newCounter), challenge: challengeOf(response) }
      }),
  }
}

function stateOf(
  info: { readonly credentialDeviceType: string; readonly credentialBackedUp: boolean },
  counter: number,
): CredentialState {
  return { counter, synced: info.credentialDeviceType === 'multiDevice', backedUp: info.credentialBackedUp }
}

function challengeOf({ response }: RegistrationResponseJSON | AuthenticationResponseJSON): string {
  // WebAuthn, 5.8.1: the client data has a challenge.
  return decode((JSON.parse(decode(response.clientDataJSON)) as { challenge: string }).challenge)
}

function decode(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString()
}

/** Refuses certificates, which `attestationType: 'none'` does not request: the library would fetch the URLs in them. */
async function refuseCertificates({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const statement = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
  const format = statement.get('fmt')
  // Self attestation: without certificates, the passkey's own key signs `packed`.
  const isPlain = format === 'none' || (format === 'packed' && !statement.get('attStmt').get('x5c'))
  if (!isPlain) throw new Error('The response contains an attestation that was not requested.')
}
