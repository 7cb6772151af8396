import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyResponse } from '#portfolio/ports.ts'
import { origin as testOrigin } from './backend/test-backend.ts'

/** The values of a response that a test can change. */
interface Changes {
  readonly origin?: string
  readonly counter?: number
  readonly userId?: string
}

const presentAndVerified = 0x05
const withCredential = 0x40

/** An in-memory passkey whose responses are like those of a browser (WebAuthn, sections 6.1 and 6.5). */
export function createSoftwarePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  // CBOR: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  const answer = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    credentialId: id.toString('base64url'),
    /** The response to the options of `Passkeys.creationOptions`. */
    create(options: object, { origin = testOrigin }: Changes = {}): PasskeyResponse {
      const length = Buffer.from([0, id.length])
      const data = authenticatorData(origin, presentAndVerified | withCredential, 0)
      const attested = Buffer.concat([data, Buffer.alloc(16), length, id, coseKey])
      // CBOR: { fmt: 'none', attStmt: {}, authData: … }
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([attested.length]),
        attested,
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', options, origin).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      })
    },
    /** The response to the options of `Passkeys.requestOptions`. */
    use(options: object, { origin = testOrigin, counter = 0, userId }: Changes = {}): PasskeyResponse {
      const data = authenticatorData(origin, presentAndVerified, counter)
      const client = clientData('webauthn.get', options, origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userId && { userHandle: Buffer.from(userId).toString('base64url') }),
      })
    },
  }
}

function clientData(type: string, options: object, origin: string): Buffer {
  // Both kinds of options have a challenge.
  const { challenge } = options as { challenge: string }
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authenticatorData(origin: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(Buffer.from(new URL(origin).hostname)), Buffer.from([flags]), count])
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
