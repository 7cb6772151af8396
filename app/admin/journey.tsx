import { useEffect, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { createPace, spellBytes, spellSeconds, sumUp } from './pace.ts'
import type { Piece } from './piece.ts'
import type { Tray } from './tray.ts'

interface JourneyProps {
  tray: Tray
  pieces: readonly Piece[]
  /** Whether it is held. */
  held: boolean
}

/** How far all files together have come, what is left, and the ways to hold it or to end it. */
export function Journey({ tray, pieces, held }: JourneyProps) {
  const seconds = useEstimate(tray, held)
  // What hangs leaves the tray; at the beginning of the journey it was counted.
  const [begun] = useState(() => sumUp(loadsOf(pieces)))
  const now = sumUp(loadsOf(pieces))
  const files = Math.max(begun.files, now.files)
  const bytes = Math.max(begun.bytes, now.bytes)
  const bytesLeft = now.bytes - now.arrived
  return (
    <div className="tool-journey">
      <progress value={bytes - bytesLeft} max={bytes} aria-label="All files: sent" />
      <p className="tool-hint">
        {held ? 'Paused. ' : null}
        {`${now.files} of ${files} files left, ${spellBytes(bytesLeft)} of ${spellBytes(bytes)} to send`}
        {seconds === null || held || bytesLeft === 0 ? '.' : `, ${spellSeconds(seconds)}.`}
      </p>
      <div className="tool-row">
        <Button tone="quiet" onClick={() => tray.gate.set(!held)}>
          {held ? 'Continue' : 'Pause'}
        </Button>
        <Button tone="quiet" onClick={() => tray.clear()}>
          Cancel All
        </Button>
      </div>
    </div>
  )
}

function loadsOf(pieces: readonly Piece[]) {
  return pieces.map(({ file, arrived, hopeless }) => ({ size: file.size, arrived, out: hopeless }))
}

/** Seconds until everything has arrived, looked at once a second; `null` while it would be a guess. */
function useEstimate(tray: Tray, held: boolean): number | null {
  const [seconds, setSeconds] = useState<number | null>(null)
  useEffect(() => {
    if (held) return
    const pace = createPace()
    // What had arrived when this began, or leaves the tray, did not go over the line just now.
    const before = new Map<string, number>()
    let sent = 0
    const look = () => {
      for (const { key, arrived } of tray.pieces()) {
        sent += Math.max(0, arrived - (before.get(key) ?? arrived))
        before.set(key, arrived)
      }
      pace.see(Date.now(), sent)
      const { bytes, arrived } = sumUp(loadsOf(tray.pieces()))
      setSeconds(pace.secondsFor(bytes - arrived))
    }
    look()
    const timer = setInterval(look, 1_000)
    return () => clearInterval(timer)
  }, [tray, held])
  return seconds
}
