import { z } from 'zod'
import type { Ports } from '#portfolio/ports.ts'
import { readFact, recordFact } from './fact.ts'

const secretFact = { key: 'secret', schema: z.object({ sha256: z.string() }) }

/** The hash of the secret that was used last; `null` if none was recorded. */
export async function readSecretHash(db: Ports['db']): Promise<string | null> {
  return (await readFact(db, secretFact))?.value.sha256 ?? null
}

/** For processes that share no folder: records the hash of the secret in use, and logs a warning if it has changed. */
export async function checkSecret(ports: Pick<Ports, 'db' | 'now' | 'log'>, sha256: string): Promise<void> {
  const former = await readSecretHash(ports.db)
  if (former === sha256) return
  if (former !== null)
    ports.log.warn(
      'the secret has changed, so everyone must log in again: if other processes still use the former one, set the same SECRET for all of them',
    )
  await recordFact(ports, secretFact, { sha256 })
}
