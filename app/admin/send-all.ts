import { refused, type Outcome } from '#portfolio/outcome.ts'
import { takeTurns } from './gate.ts'
import { canBeSent, type Piece } from './piece.ts'
import { recall, remember } from './remembered.ts'
import type { Tray } from './tray.ts'

/** Hangs what has arrived. `selection` names the uploads that it was chosen with, as they were chosen. */
export type Hang = (piece: Piece, uploadId: string, selection: readonly string[]) => Promise<Outcome<{ id: string }>>

const sendingAtOnce = 3
/** A site that was restarted is there again by then; whoever waits longer is told. */
const hangAgainMs = [500, 1_500, 4_000, 8_000]
const hangWithinMs = 14_000

/**
 * Sends everything that can be sent, a few at a time, and hangs it, where that is wanted, as it arrives: in the slot
 * that the selection gives it. What hangs leaves the tray. Answers whether all of it went well; what did not says
 * why, in its place.
 */
export async function sendAll(tray: Tray, hang?: Hang): Promise<boolean> {
  const inTurn = takeTurns(sendingAtOnce)
  // One at a time: the page reads itself again after each, and the site decodes what it hangs.
  const hangInTurn = takeTurns(1)
  const wanted = tray.pieces().filter(canBeSent)
  for (const { key } of wanted) tray.change(key, { problem: null })
  // Small files are known sooner than large ones; each still takes its turn behind those that were chosen before it.
  let earlier: Promise<unknown> = Promise.resolve()
  await Promise.all(
    wanted.map(async ({ key }) => {
      const looked = earlier.then(() => (tray.find(key)?.uploadId ? null : recalled(tray, key)))
      earlier = looked
      const known = await looked
      // It may hang already, or lie there whole: the site knows, this page does not.
      if (hang && known && (await hangInTurn(() => hangPiece(tray, key, idOf(known), hang, 'asking')))) return
      const uploadId = await inTurn(() => send(tray, key))
      if (uploadId && hang) await hangInTurn(() => hangPiece(tray, key, uploadId, hang, 'hanging'))
    }),
  )
  return tray.pieces().every(({ problem, stage }) => problem === null || stage === 'hung')
}

async function recalled(tray: Tray, key: string): Promise<string | null> {
  const fingerprint = await tray.selection.fingerprint(key)
  const known = fingerprint && recall(fingerprint)
  if (known) tray.selection.arrived(key, idOf(known))
  return known || null
}

function idOf(address: string): string {
  return address.split('/').at(-1) ?? ''
}

async function send(tray: Tray, key: string): Promise<string | null> {
  const piece = tray.find(key)
  if (!piece) return null
  await tray.gate.passed(piece.left.signal)
  if (piece.left.signal.aborted) return null
  if (piece.uploadId) {
    tray.change(key, { stage: 'sent', arrived: piece.file.size, problem: null })
    return piece.uploadId
  }
  tray.change(key, { stage: 'sending', problem: null })
  const sent = await sendPiece(tray, piece)
  if (sent.ok) tray.change(key, { stage: 'sent', arrived: piece.file.size, uploadId: sent.value })
  else tray.refuse(key, sent)
  return sent.ok ? sent.value : null
}

async function sendPiece(tray: Tray, { key, file, left }: Piece): Promise<Outcome<string>> {
  const fingerprint = await tray.selection.fingerprint(key)
  if (!fingerprint) return refused('wrong-value', 'This file can no longer be read. Please choose it again.')
  // Fetched when the first file is sent: most visits of an admin send none.
  const uploader = await import('./upload.ts').catch(() => null)
  if (!uploader) return refused('unavailable', 'The file could not be sent. Please check the connection and try again.')
  return uploader.sendFile(file, {
    known: recall(fingerprint),
    gate: tray.gate,
    stop: left.signal,
    onAddress(address) {
      remember(fingerprint, address)
      tray.selection.arrived(key, idOf(address))
    },
    onProgress: (arrived) => tray.change(key, { arrived }),
  })
}

/** Whether nothing is left to do for it: it hangs, was left out, or was refused for good. */
async function hangPiece(tray: Tray, key: string, uploadId: string, hang: Hang, as: 'asking' | 'hanging') {
  const begun = Date.now()
  for (let attempt = 0; ; attempt++) {
    const piece = tray.find(key)
    if (!piece || piece.left.signal.aborted) return true
    await tray.gate.passed(piece.left.signal)
    if (as === 'hanging') tray.change(key, { stage: 'hanging', problem: null })
    const sent = tray.find(key) ?? piece
    const hung = await hang(sent, uploadId, tray.selection.uploads())
    if (hung.ok) {
      tray.change(key, { altSent: sent.alt })
      tray.hung(key, hung.value.id)
      return true
    }
    if (hung.why === 'unknown' && as === 'asking') return false
    const pause = hangAgainMs[attempt]
    if (hung.why !== 'unavailable' || pause === undefined || Date.now() - begun > hangWithinMs) {
      tray.refuse(key, hung)
      return true
    }
    await new Promise((resume) => setTimeout(resume, pause))
  }
}
