import { asOperator } from '#portfolio/account/as-admin.ts'
import { confirmClock } from '#portfolio/health/edit.ts'
import { readHealth } from '#portfolio/health/read.ts'
import { readMailStatus } from '#portfolio/mail/read.ts'
import { done } from '#portfolio/result.ts'
import type { Ports } from '#portfolio/ports.ts'
import { reportOf } from './health-report.ts'

/** Describes the site's state, as JSON on request. The exit code is 1 if a part needs attention. */
export async function reportHealth(ports: Ports, json: boolean): Promise<string> {
  const space = await ports.files.freeSpace()
  const now = ports.now()
  const health = await asOperator(ports, async ({ tx }, admin) => {
    const mail = await readMailStatus({ ...ports, db: tx }, admin)
    return done({ ...(await readHealth(tx, admin, { now, space })), mail })
  })
  const { text, needsAttention } = health.ok
    ? reportOf(health.value, now)
    : { text: health.message, needsAttention: true }
  if (needsAttention) process.exitCode = 1
  return json && health.ok ? JSON.stringify(health.value, null, 2) : text
}

/** Ends the pause of deletions by age and of scheduled publications. */
export async function trustClock(ports: Ports): Promise<string> {
  const result = await asOperator(ports, confirmClock)
  if (result.ok)
    return 'The clock is trusted: deletions by age resume within an hour, scheduled publications within a minute.'
  process.exitCode = 1
  return result.message
}
