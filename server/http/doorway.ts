import type { Person } from '#portfolio/account/account.ts'
import type { Parts } from '#portfolio/parts.ts'

/** What the door stands in front of. */
export interface Doorway {
  readonly parts: Parts
  readonly origin: string
  readonly receiveUpload: (request: Request, userId: string) => Promise<Response>
  readonly variables: { person: Person | null; nonce: string }
}
