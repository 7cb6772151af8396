import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { markSessionsAsUsed, readSiteState } from '#tests/support/site/site-state.ts'
import type { MemoryUse } from '#tests/support/measure-memory.ts'
import { password, TargetSite, type TextResponse } from './target-site.ts'
import {
  targetHealthMs,
  healthTimeoutMs,
  maxCostInPages,
  maxAcceptedCostInPages,
  maxUsedGrowthMb,
  maxResidentGrowthMb,
  maxAdditionalOpenFiles,
} from './limits.ts'

/** One or more hostile requests. */
export interface Attack {
  /** What is sent. The test title adds the expected statuses. */
  readonly name: string
  readonly send: (target: TargetSite) => Promise<TextResponse | readonly TextResponse[]>
  /** The allowed statuses of each response. */
  readonly status: number | readonly number[]
  /** Further checks after the responses. */
  readonly verify?: (target: TargetSite, responses: readonly TextResponse[]) => Promise<void> | void
  /** The attack may change stored data: its requests are valid. `verify` checks that the hostile part has no effect. */
  readonly isAccepted?: true
  readonly isHardOnly?: boolean
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether the slow cases run too (`npm run test:hard`). */
    isHardMode: boolean
  }
}

/** What an error page must not show. */
const internalDetail =
  /node_modules|\bat \S+ \(|\.(ts|tsx|mjs):\d+|SQLITE|DatabaseFailed|StoreFailed|better-auth|stack/i
/** Text from errors of PostgreSQL that an error page must not show. */
const postgresDetail = /postgres|violates|syntax error|ECONN/i

/**
 * Registers one test per attack, all on one site. `warmUp` puts the site under load first, so that memory and files that
 * are allocated once do not count as leaks.
 */
export function runAttacks(group: string, attacks: readonly Attack[], warmUp = requestPagesAndLogIns): void {
  describe(group, () => {
    let target: TargetSite
    let before: { memory: MemoryUse; openFiles: number }
    let slowestHealthMs = 0
    let pageCpuMs = 0
    beforeAll(async () => {
      target = await TargetSite.open(inject('preparedTarget'))
      await warmUp(target)
      pageCpuMs = await measurePage(target)
      before = { memory: await target.measureMemory(), openFiles: await countIdleFiles(target) }
    })
    afterAll(async () => {
      const slowest = `${Math.round(slowestHealthMs)} ms (target: ${targetHealthMs} ms)`
      process.stdout.write(`${group}: the slowest health check took ${slowest}\n`)
      await target.close()
    })

    for (const attack of attacks) {
      test.runIf(inject('isHardMode') || !attack.isHardOnly)(
        `${attack.name}: HTTP ${[attack.status].flat().join(' or ')}`,
        async () => {
          slowestHealthMs = Math.max(slowestHealthMs, await runAttack(target, attack, pageCpuMs))
        },
      )
    }

    test('after the attacks, the process has released memory and open files', async () => {
      await expect.poll(() => target.openFiles).toBeLessThanOrEqual(before.openFiles + maxAdditionalOpenFiles)
      const after = await target.measureMemory()
      expect(after.usedMb - before.memory.usedMb).toBeLessThan(maxUsedGrowthMb)
      expect(after.residentMb - before.memory.residentMb).toBeLessThan(maxResidentGrowthMb)
    })
  })
}

/** Runs one attack and checks the responses, the stored data and the log. Returns the time until the site was healthy. */
async function runAttack(target: TargetSite, attack: Attack, pageCpuMs: number): Promise<number> {
  const { site } = target
  await markSessionsAsUsed(site)
  const stateBefore = attack.isAccepted ? null : await readSiteState(site, target.bucket)
  const outputBefore = site.output.length
  const { responses, cpuMs } = await send(target, attack)
  const allowed = [attack.status].flat()
  for (const response of responses) expectSafeResponse(response, allowed)
  await attack.verify?.(target, responses)
  await expectCheap(target, attack, { responses, cpuMs }, pageCpuMs)
  if (stateBefore) expect(await readSiteState(site, target.bucket)).toEqual(stateBefore)
  const healthMs = await waitForHealth(target)
  const output = site.output.slice(outputBefore)
  if (responses.some(({ status }) => status >= 400)) {
    expect(output).toMatch(/"message":"a request (was refused|failed)".*"outcome":"/)
    expect(output).toMatch(/"actor":"/)
  }
  for (const secret of [password, ...Object.values(target.cookies).filter(Boolean)]) {
    expect(output).not.toContain(secret)
  }
  return healthMs
}

interface SentAttack {
  readonly responses: readonly TextResponse[]
  /** The site's mean CPU time per response. */
  readonly cpuMs: number
}

async function send(target: TargetSite, attack: Attack): Promise<SentAttack> {
  const before = target.cpuMs
  const sent = await attack.send(target)
  const responses = Array.isArray(sent) ? (sent as readonly TextResponse[]) : [sent as TextResponse]
  return { responses, cpuMs: (target.cpuMs - before) / responses.length }
}

/**
 * A refusal must not cost more than `maxCostInPages`. Other work of the process, such as garbage collection, may
 * coincide with an attack, so a costly one that changes nothing is repeated.
 */
async function expectCheap(target: TargetSite, attack: Attack, first: SentAttack, pageCpuMs: number): Promise<void> {
  if (first.responses.some(({ status }) => status < 400)) return
  const maxCpuMs = pageCpuMs * (attack.isAccepted ? maxAcceptedCostInPages : maxCostInPages)
  let { cpuMs } = first
  for (let repeated = 0; cpuMs > maxCpuMs && !attack.isAccepted && repeated < 3; repeated++)
    cpuMs = Math.min(cpuMs, (await send(target, attack)).cpuMs)
  expect(cpuMs, 'CPU time in milliseconds').toBeLessThanOrEqual(maxCpuMs)
}

/** The mean CPU time of a page that a user requests, in milliseconds. */
async function measurePage(target: TargetSite): Promise<number> {
  const requests = 50
  const before = target.cpuMs
  for (let n = 0; n < requests; n++) await target.request('/about', { as: 'user' })
  return (target.cpuMs - before) / requests
}

function expectSafeResponse({ status, headers, text }: TextResponse, allowed: readonly number[]): void {
  expect(allowed, text.slice(0, 300)).toContain(status)
  expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'/)
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
  expect(headers.get('Server') ?? headers.get('X-Powered-By')).toBeNull()
  // On pages for admins, the form ‘Hide tools’ contains the requested URL, which the client chose.
  const ownText = text.replaceAll(/\/tools\?next=[^"]*/g, '')
  if (status >= 400) for (const detail of [internalDetail, postgresDetail]) expect(ownText).not.toMatch(detail)
  if (status === 405) expect(headers.get('Allow')).toMatch(/[A-Z]/)
  if (status === 429 || status === 503) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
}

/** Waits until the health check returns 200. Returns how many milliseconds that took. */
async function waitForHealth({ site }: TargetSite): Promise<number> {
  const startedAt = performance.now()
  const readStatus = async () => (await fetch(`${site.origin}/healthz`)).status
  await expect.poll(readStatus, { timeout: healthTimeoutMs }).toBe(200)
  return performance.now() - startedAt
}

/** The default warm-up. */
export async function requestPagesAndLogIns(target: TargetSite): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const form = { email: `nobody-${round}@example.com`, password: 'a guess' }
    // Only 10 of 100 requests are log-in attempts, because each attempt hashes a password: up to 0.1 s of CPU time.
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => (n % 10 ? target.request('/work') : target.request('/login', { form }))),
    )
  }
}

/** Counts the open files once their number no longer falls: files still open now would hide a later leak. */
async function countIdleFiles(target: TargetSite): Promise<number> {
  for (let last = target.openFiles; ;) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const { openFiles } = target
    if (openFiles >= last) return openFiles
    last = openFiles
  }
}
