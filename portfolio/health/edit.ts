import type { Admin } from '#portfolio/account/as-admin.ts'
import { done, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { clockFact, trustedClock } from './clock.ts'
import { recordFact } from './fact.ts'

/** Trusts the current time of the clock: the next clean-up deletes by age again, and what is due is published. */
export async function confirmClock(unit: UnitOfWork, _: Admin): Promise<Result> {
  await recordFact({ db: unit.tx, now: () => new Date(unit.now) }, clockFact, trustedClock)
  unit.publish({ about: 'health' })
  unit.wakeJobs()
  return done()
}
