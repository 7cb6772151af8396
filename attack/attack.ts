import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { standingOf } from '#e2e/standing.ts'
import { password, Siege, type Answer } from './siege.ts'

/** One bad input. */
export interface Attack {
  readonly name: string
  /** Sends it; the answers that came back. */
  readonly send: (siege: Siege) => Promise<Answer | readonly Answer[]>
  /** The status of each answer is one of these. */
  readonly status: number | readonly number[]
  /** What must hold besides. */
  readonly holds?: (siege: Siege, answers: readonly Answer[]) => Promise<void> | void
  /** Nothing is wrong with it, so something may change: what is bad in it is to have no effect, which `holds` shows. */
  readonly taken?: true
  /** Takes long: only in the long run. */
  readonly long?: boolean
}

declare module 'vitest' {
  interface ProvidedContext {
    hard: boolean
  }
}

const detail = /node_modules|\bat \S+ \(|\.(ts|tsx|mjs):\d+|SQLITE|StoreFailed|better-auth|stack/i
const healthMs = 500
const moreMegabytes = 100

/** Tries each of them on one running site, which has seen a crowd: one of its own, or the one given. */
export function attacks(group: string, list: readonly Attack[], crowd = warmUp): void {
  describe(group, () => {
    let siege: Siege
    let before: Siege['weight']
    beforeAll(async () => {
      siege = await Siege.lay()
      await settled(siege)
      await crowd(siege)
      before = await atRest(siege)
    }, 120_000)
    afterAll(() => siege.site.close())

    for (const attack of list) {
      test.runIf(inject('hard') || !attack.long)(attack.name, () => survive(siege, attack), 120_000)
    }

    test('afterwards the process is as light as before', async () => {
      await expect.poll(() => siege.weight.open, { timeout: 20_000 }).toBeLessThanOrEqual(before.open + 8)
      expect(siege.weight.megabytes - before.megabytes).toBeLessThan(moreMegabytes)
    }, 30_000)
  })
}

async function survive(siege: Siege, attack: Attack): Promise<void> {
  const { site } = siege
  const ground = attack.taken ? null : await standingOf(site)
  const mark = site.output.length
  const sent = await attack.send(siege)
  const answers = Array.isArray(sent) ? (sent as readonly Answer[]) : [sent as Answer]
  const allowed = [attack.status].flat()
  for (const answer of answers) judge(answer, allowed)
  await attack.holds?.(siege, answers)
  if (ground) expect(await standingOf(site)).toEqual(ground)
  expect(await healthy(siege)).toBe(true)
  const said = site.output.slice(mark)
  if (answers.some(({ status }) => status >= 400)) {
    expect(said).toMatch(/"message":"a request (was refused|failed)".*"outcome":"/)
    expect(said).toMatch(/"actor":"/)
  }
  for (const secret of [password, ...Object.values(siege.cookies).filter(Boolean)]) expect(said).not.toContain(secret)
}

function judge({ status, headers, text }: Answer, allowed: readonly number[]): void {
  expect(allowed, text.slice(0, 300)).toContain(status)
  expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'/)
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
  expect(headers.get('Server') ?? headers.get('X-Powered-By')).toBeNull()
  if (status >= 400) expect(text).not.toMatch(detail)
  if (status === 405) expect(headers.get('Allow')).toMatch(/[A-Z]/)
  if (status === 429 || status === 503) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
}

/** Whether health answers in time; a crowded machine gets a second and a third chance. */
async function healthy({ site }: Siege): Promise<boolean> {
  for (let n = 0; n < 3; n++) {
    const begun = performance.now()
    const answer = await fetch(`${site.origin}/healthz`)
    if (answer.status === 200 && performance.now() - begun < healthMs) return true
  }
  return false
}

// What a process takes once, for its first crowd, it has not lost.
async function warmUp(siege: Siege): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const form = { email: `nobody-${round}@example.com`, password: 'a guess' }
    const crowd = Array.from({ length: 200 }, (_, n) => (n % 2 ? siege.ask('/work') : siege.ask('/login', { form })))
    await Promise.all(crowd)
  }
}

/** What it weighs when the crowd has gone: what is still being closed would hide what never will be. */
async function atRest(siege: Siege): Promise<Siege['weight']> {
  for (let last = siege.weight; ;) {
    await new Promise((resume) => setTimeout(resume, 500))
    const { weight } = siege
    if (weight.open >= last.open) return weight
    last = weight
  }
}

/** Waits until no picture is being made, so that what changes is what was attacked. */
export async function settled({ site }: Siege): Promise<void> {
  const waiting = `select id from photos where state = 'waiting' and deletedAt is null`
  for (let n = 0; site.sql(waiting).length > 0; n++) {
    if (n > 300) throw new Error('the pictures were not made')
    await new Promise((resume) => setTimeout(resume, 200))
  }
}
