/** Maximum passkeys per user, and code points in a passkey name. */
export const passkeyLimits = { perUser: 20, name: 60 } as const

export interface PasskeyView {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly usedAt: string | null
}
