import { limitConcurrency } from '#portfolio/concurrency-limit.ts'
import { DatabaseFailed, type Ports } from '#portfolio/ports.ts'
import {
  clockFact,
  maxDriftMs,
  maxStepAcrossStartMs,
  pauseAfterJumpMs,
  trustedClock,
  type ClockState,
} from './clock.ts'
import { readFact, recordFact } from './fact.ts'

type ClockPorts = Pick<Ports, 'db' | 'now' | 'uptimeMs' | 'log'>

/** A check is repeated if another process has recorded a state meanwhile. The last attempt replaces that state. */
const maxAttempts = 5

interface Reading {
  readonly now: number
  readonly uptimeMs: number
}

/** Work that waits while the clock is not trusted. */
export type TimedWork = 'deletions' | 'publishing'

/**
 * Returns a function to call every minute, before each clean-up and before a scheduled publication. It resolves with
 * the current time, or with `null` while this work is paused.
 */
export function watchClock(ports: ClockPorts): (work?: TimedWork) => Promise<Date | null> {
  const { run } = limitConcurrency(1)
  let last: Reading | null = null
  // The state that could not be recorded, for example because the disk is full, and the time of the one it replaces.
  let unsaved: { readonly state: ClockState; readonly replaced: number | undefined } | null = null

  const check = async (work: TimedWork, attempt = 1): Promise<Date | null> => {
    const reading = { now: ports.now().getTime(), uptimeMs: ports.uptimeMs() }
    const recorded = await readFact(ports.db, clockFact)
    const recordedAt = recorded?.recordedAt.getTime()
    const previous = (unsaved?.replaced === recordedAt ? unsaved?.state : null) ?? recorded?.value ?? trustedClock
    const before = last?.now ?? (await readLastTime(ports, recorded)) ?? reading.now
    const jumpMs = last ? findDrift(last, reading) : findStep(before, reading)
    const { publishingPaused: wasPaused, ...former } = previous
    const pause =
      jumpMs === 0
        ? continuePause(former, passedMs(last, reading, recorded))
        : startPause(former, jumpMs, before, reading)
    // A jump across a start may be the time that the site was switched off; what has become due is published then.
    const waits = wasPaused || (jumpMs !== 0 && last !== null)
    const publishingPaused = waits && (pause.pausedForMs > 0 || (await isAnyProjectScheduled(ports)))
    const state: ClockState = { ...pause, ...(publishingPaused && { publishingPaused: true as const }) }
    const saved = await save(ports, state, attempt < maxAttempts ? recorded?.recordedAt : undefined)
    if (saved === 'outdated') return check(work, attempt + 1)
    if (jumpMs !== 0)
      ports.log.warn('the clock has jumped: deletions by age are paused', { seconds: Math.round(jumpMs / 1_000) })
    last = reading
    unsaved = saved ? null : { state, replaced: recordedAt }
    const isPaused = work === 'publishing' ? publishingPaused : state.pausedForMs > 0
    return isPaused ? null : new Date(reading.now)
  }
  return (work = 'deletions') => run(() => check(work))
}

function findDrift(last: Reading, { now, uptimeMs }: Reading): number {
  const drift = now - last.now - (uptimeMs - last.uptimeMs)
  return Math.abs(drift) > maxDriftMs ? drift : 0
}

/** When the site last ran: the recorded time, or else the time of the newest row. `undefined` for a new site. */
async function readLastTime({ db }: ClockPorts, recorded: { recordedAt: Date } | null): Promise<number | undefined> {
  if (recorded) return recorded.recordedAt.getTime()
  const newest = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('projects')
        .select('changedAt as at')
        .unionAll(eb.selectFrom('photos').select('createdAt as at'))
        .unionAll(eb.selectFrom('contactSubmissions').select('createdAt as at'))
        .unionAll(eb.selectFrom('authSession').select('updatedAt as at'))
        .as('rows'),
    )
    .select((eb) => eb.fn.max('at').as('at'))
    .executeTakeFirst()
  return newest?.at ? Date.parse(newest.at) : undefined
}

function findStep(before: number, { now }: Reading): number {
  const step = now - before
  return Math.abs(step) > maxStepAcrossStartMs ? step : 0
}

/**
 * The time since the last check, for a pause. Measured in uptime: a clock that was a year ahead and is corrected must
 * not pause deletions for a year. With several processes, only the time since the last check by any of them counts.
 */
function passedMs(last: Reading | null, { now, uptimeMs }: Reading, recorded: { recordedAt: Date } | null): number {
  if (!last) return 0
  const sinceRecorded = recorded ? now - recorded.recordedAt.getTime() : Infinity
  return Math.max(0, Math.min(uptimeMs - last.uptimeMs, sinceRecorded))
}

function continuePause(state: ClockState, passed: number): ClockState {
  const pausedForMs = Math.max(0, state.pausedForMs - passed)
  return pausedForMs > 0 ? { ...state, pausedForMs } : { pausedForMs, jump: state.jump }
}

function startPause({ pausedForMs, latest }: ClockState, jumpMs: number, before: number, { now }: Reading): ClockState {
  // A clock that goes back during a pause may have been corrected.
  const wasTrusted = pausedForMs === 0
  const last = wasTrusted && jumpMs < 0 ? new Date(before).toISOString() : latest
  const jump = { ms: jumpMs, at: new Date(now).toISOString() }
  return { pausedForMs: pauseAfterJumpMs, jump, ...(last && { latest: last }) }
}

async function isAnyProjectScheduled({ db }: ClockPorts): Promise<boolean> {
  const scheduled = await db.selectFrom('projects').select('id').where('publishAt', 'is not', null).limit(1).execute()
  return scheduled.length > 0
}

/** `outdated`: another process has recorded a state meanwhile, which may begin a pause. */
async function save(ports: ClockPorts, state: ClockState, replaced: Date | undefined): Promise<boolean | 'outdated'> {
  try {
    return (await recordFact(ports, clockFact, state, replaced)) || 'outdated'
  } catch (error) {
    if (!(error instanceof DatabaseFailed)) throw error
    ports.log.warn('the state of the clock could not be recorded', { cause: String(error.cause) })
    return false
  }
}
