import { refused, type Outcome } from '#portfolio/outcome.ts'
import type { Piece, Tray } from './tray.ts'

/** Hangs what has arrived. */
type Hang = (uploadId: string) => Promise<Outcome<unknown>>

const sendingAtOnce = 3

/**
 * Sends everything that can be sent, a few at a time; hangs it, where that is wanted, in the order it was chosen.
 * What hangs leaves the tray. Answers whether all of it went well; what did not says why, in its place.
 */
export async function sendAll(tray: Tray, hang?: Hang): Promise<boolean> {
  const inTurn = takeTurns(sendingAtOnce)
  const wanted = tray.pieces().filter((piece) => !piece.hopeless)
  const arrivals = wanted.map(({ key }) => ({ key, arrival: inTurn(() => send(tray, key)) }))
  for (const { key, arrival } of arrivals) {
    const uploadId = await arrival
    if (!uploadId || !hang || !tray.find(key)) continue
    tray.change(key, { stage: 'hanging', problem: null })
    const hung = await hang(uploadId)
    if (hung.ok) tray.remove(key)
    else tray.refuse(key, hung)
  }
  return tray.pieces().every((piece) => piece.problem === null)
}

async function send(tray: Tray, key: string): Promise<string | null> {
  const piece = tray.find(key)
  if (!piece) return null
  if (piece.uploadId) {
    tray.change(key, { stage: 'sent', arrived: 1, problem: null })
    return piece.uploadId
  }
  tray.change(key, { stage: 'sending', arrived: 0, problem: null })
  const sent = await sendPiece(piece, (part) => tray.change(key, { arrived: part }))
  if (sent.ok) tray.change(key, { stage: 'sent', arrived: 1, uploadId: sent.value })
  else tray.refuse(key, sent)
  return sent.ok ? sent.value : null
}

/** Most visits of an admin send nothing: the uploader is fetched when the first file is chosen. */
async function sendPiece({ file, left }: Piece, onProgress: (part: number) => void): Promise<Outcome<string>> {
  const uploader = await import('./upload.ts').catch(() => null)
  if (!uploader) return refused('unavailable', 'The file could not be sent. Please check the connection and try again.')
  return uploader.sendFile(file, onProgress, left.signal)
}

/** Lets so many works run at once; the others wait for their turn. */
function takeTurns(atOnce: number) {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
