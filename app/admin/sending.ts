import { useEffect, useEffectEvent, useState } from 'react'
import { canBeSent } from './piece.ts'
import { sendAll, type Hang } from './send-all.ts'
import type { Tray } from './tray.ts'

/** A line that was given up is tried again by itself, as long as the page is open. */
const againMs = 30_000

/** Sends what lies on a tray and hangs it; tells how it goes, and how many hang since it was begun. */
export function useSending(tray: Tray, hang: Hang) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const [hung, setHung] = useState(0)

  const send = async () => {
    if (busy) return
    setBusy(true)
    setFailed(false)
    setHung(0)
    let count = 0
    const well = await sendAll(tray, async (...wish) => {
      const outcome = await hang(...wish)
      if (outcome.ok) count += 1
      return outcome
    })
    setBusy(false)
    setFailed(!well)
    setHung(count)
  }

  const again = useEffectEvent(() => {
    if (tray.pieces().some((piece) => piece.problem !== null && canBeSent(piece))) void send()
  })
  useEffect(() => {
    if (!failed) return
    const timer = setInterval(again, againMs)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [failed])
  return { busy, failed, hung, send }
}
