import { asOperator } from '#portfolio/account/as-admin.ts'
import { confirmClock } from '#portfolio/health/confirm.ts'
import { readHealth } from '#portfolio/health/read.ts'
import type { Ports } from '#portfolio/ports.ts'
import { describeHealth, needsAttention } from './health-report.ts'

/** Prints the state of the site, as JSON on request. The exit code is 1 if a part needs attention. */
export async function reportHealth(ports: Ports, json: boolean): Promise<string> {
  const space = await ports.files.freeSpace()
  const health = await asOperator(ports, (unit, admin) => readHealth(unit, admin, space))
  if (!health.ok || needsAttention(health.value)) process.exitCode = 1
  if (!health.ok) return health.message
  return json ? JSON.stringify(health.value, null, 2) : describeHealth(health.value, ports.now())
}

/** Ends the pause of deletions by age. */
export async function trustClock(ports: Ports): Promise<string> {
  const result = await asOperator(ports, confirmClock)
  if (result.ok) return 'The clock is trusted: deletions by age resume with the next clean-up, within an hour.'
  process.exitCode = 1
  return result.message
}
