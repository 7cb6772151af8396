import { limitConcurrency } from '#portfolio/concurrency-limit.ts'
import { DatabaseFailed, type Ports } from '#portfolio/ports.ts'
import { clockFact, pauseAfterJumpMs, trustedClock, type ClockState } from './clock.ts'
import { readFact, recordFact } from './fact.ts'

/** While the site runs, the clock may differ from the uptime by this much between two checks. */
const maxDriftMs = 10 * 60_000
/** Since its last record, from before the start, the clock may have moved forward by this much. */
const maxStepAcrossStartMs = 48 * 60 * 60_000

type ClockPorts = Pick<Ports, 'db' | 'now' | 'uptimeMs' | 'log'>

interface Reading {
  readonly now: number
  readonly uptimeMs: number
}

/**
 * Returns a function that checks the clock, to be called each minute and before each clean-up. It records the time and
 * resolves with it, or with `null` while deletions by age are paused: for `pauseAfterJumpMs` after a jump.
 */
export function watchClock(ports: ClockPorts): () => Promise<Date | null> {
  const { run } = limitConcurrency(1)
  let last: Reading | null = null
  // The state that could not be recorded, for example because the disk is full.
  let unsaved: ClockState | null = null

  const check = async () => {
    const reading = { now: ports.now().getTime(), uptimeMs: ports.uptimeMs() }
    const recorded = await readFact(ports.db, clockFact)
    const previous = unsaved ?? recorded?.value ?? trustedClock
    const jumpMs = last ? findDrift(last, reading) : findStep(recorded?.recordedAt, reading)
    const state = jumpMs === 0 ? continuePause(previous, last, reading) : startPause(ports, jumpMs, reading)
    last = reading
    unsaved = (await save(ports, state)) ? null : state
    return state.pausedForMs === 0 ? new Date(reading.now) : null
  }
  return () => run(check)
}

function findDrift(last: Reading, { now, uptimeMs }: Reading): number {
  const drift = now - last.now - (uptimeMs - last.uptimeMs)
  return Math.abs(drift) > maxDriftMs ? drift : 0
}

// Only forward: after a step backward, deletions by age happen too late, which does no harm.
function findStep(recordedAt: Date | undefined, { now }: Reading): number {
  const step = recordedAt ? now - recordedAt.getTime() : 0
  return step > maxStepAcrossStartMs ? step : 0
}

// Measured by the uptime: a clock that is a year ahead and then corrected must not pause deletions for a year.
function continuePause(state: ClockState, last: Reading | null, { uptimeMs }: Reading): ClockState {
  const passed = last ? Math.max(0, uptimeMs - last.uptimeMs) : 0
  return { ...state, pausedForMs: Math.max(0, state.pausedForMs - passed) }
}

function startPause({ log }: ClockPorts, jumpMs: number, { now }: Reading): ClockState {
  log.warn('the clock has jumped: deletions by age are paused', { seconds: Math.round(jumpMs / 1_000) })
  return { pausedForMs: pauseAfterJumpMs, jump: { ms: jumpMs, at: new Date(now).toISOString() } }
}

async function save(ports: ClockPorts, state: ClockState): Promise<boolean> {
  try {
    await recordFact(ports, clockFact, state)
    return true
  } catch (error) {
    if (!(error instanceof DatabaseFailed)) throw error
    ports.log.warn('the time could not be recorded', { cause: String(error.cause) })
    return false
  }
}
