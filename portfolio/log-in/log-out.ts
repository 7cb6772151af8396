import type { Ports } from '#portfolio/ports.ts'
import { done, type Result } from '#portfolio/result.ts'
import { publishChanges } from '#portfolio/transaction.ts'
import type { Person } from '#portfolio/account/account.ts'
import { refuseWhenDatabaseFails } from '#portfolio/account/account-form.ts'
import { setOnline } from '#portfolio/account/set-online.ts'

/** Sets the user offline, then ends the session. Returns the `Set-Cookie` headers that clear it in the browser. */
export async function logOut(
  ports: Ports,
  person: Person | null,
  headers: Headers,
): Promise<Result<readonly string[]>> {
  return refuseWhenDatabaseFails(ports, async () => {
    if (person) await setOnline(ports, person.userId, 0)
    const cookies = await ports.accounts.logOut(headers)
    if (person) await publishChanges(ports, { about: 'person', userId: person.userId })
    return done(cookies)
  })
}
