import type { Session } from '#portfolio/ports.ts'
import { createSession } from '#tests/support/test-server.ts'
import type { TestBackend } from '#tests/support/backend/test-backend.ts'

/** Creates an account and returns its first session. */
export async function signedIn(backend: TestBackend, name: string): Promise<Session> {
  const { cookie } = await createSession(backend, name)
  const session = await backend.ports.accounts.readSession(new Headers({ cookie }))
  if (!session) throw new Error('there is no session')
  return session
}

export function isPasswordOf({ ports }: TestBackend, { userId }: Session, password: string): Promise<boolean> {
  return ports.accounts.isPassword(userId, password)
}
