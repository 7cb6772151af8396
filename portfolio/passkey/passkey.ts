/** Passkeys of one user, and the code points of a passkey's name. */
export const passkeyLimits = { perUser: 20, name: 60 } as const

export interface PasskeyView {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly usedAt: string | null
}
