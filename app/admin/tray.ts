import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Why } from '#portfolio/outcome.ts'
import { createListeners } from '#app/ui/listeners.ts'
import { createGate } from './gate.ts'
import { pieceOf, type Piece } from './piece.ts'
import { previewOf } from './preview.ts'
import { forget } from './remembered.ts'
import { createSelection } from './selection.ts'
import { useUnsaved } from './unsaved.ts'

export type Tray = ReturnType<typeof createTray>

const hopeless: readonly Why[] = ['wrong-type', 'too-large', 'wrong-value']

/** A tray for as long as the page shows it, and what lies in it. `scope` says where its pictures are to hang. */
export function useTray(scope: string) {
  const [tray] = useState(() => createTray(scope))
  const pieces = useSyncExternalStore(tray.listen, tray.pieces, tray.pieces)
  const doubles = useSyncExternalStore(tray.listen, tray.doubles, tray.doubles)
  const held = useSyncExternalStore(tray.gate.listen, tray.gate.held, tray.gate.held)
  useEffect(() => tray.abandon, [tray])
  useUnsaved(pieces.length > 0)
  return { tray, pieces, doubles, held }
}

function createTray(scope: string) {
  const selection = createSelection(scope)
  const gate = createGate()
  const shelf = createShelf(() => {
    selection.end()
    gate.set(false)
  })
  let doubles: readonly string[] = []
  const change = (key: string, more: Partial<Piece>) => {
    if (more.uploadId !== undefined) selection.arrived(key, more.uploadId)
    shelf.change(key, more)
  }
  const leaveOut = (key: string) => {
    shelf.find(key)?.left.abort('left-out')
    void selection.fingerprint(key).then((print) => print && forget(print))
    selection.drop(key)
    shelf.takeAway(key)
  }
  const add = async (files: readonly File[]) => {
    // Fetched now: when the files are sent, the line may be gone, and then only what is here can wait for it.
    import('./upload.ts').catch(() => {})
    const added = files.map(pieceOf)
    for (const { key, file } of added) selection.add(key, file)
    doubles = []
    shelf.put([...shelf.pieces(), ...added])
    for (const piece of added) void showPiece(shelf, piece)
    for (const { key, file, left } of added) {
      if (!(await selection.isDouble(key))) continue
      selection.drop(key)
      // Not as one that is left out: the upload that the two share goes on.
      left.abort('double')
      doubles = [...doubles, file.name]
      shelf.takeAway(key)
    }
  }
  return {
    ...shelf,
    gate,
    selection,
    /** Names of files that were chosen although they lie here already. */
    doubles: () => doubles,
    add: (files: readonly File[]) => void add(files),
    change,
    refuse: (key: string, refusal: Told) => change(key, refusedPiece(refusal)),
    leaveOut,
    hung: (key: string, photoId: string) =>
      shelf.find(key)?.writing ? change(key, { stage: 'hung', photoId, problem: null }) : shelf.takeAway(key),
    /** Everything is left out but what is being hung at this moment. */
    clear: () => shelf.pieces().forEach(({ key, stage }) => stage !== 'hanging' && leaveOut(key)),
    /** The page is left: nothing is sent any more, and the same files go on where they were, when chosen again. */
    abandon: () => shelf.pieces().forEach((piece) => piece.left.abort('page-left')),
  }
}

/** Holds the pieces and tells whoever draws them. */
function createShelf(onEmpty: () => void) {
  let pieces: readonly Piece[] = []
  const { listen, tell } = createListeners()
  const put = (next: readonly Piece[]) => {
    pieces = next
    if (next.length === 0) onEmpty()
    tell()
  }
  const find = (key: string) => pieces.find((piece) => piece.key === key)
  return {
    pieces: () => pieces,
    put,
    find,
    listen,
    change: (key: string, more: Partial<Piece>) =>
      put(pieces.map((piece) => (piece.key === key ? { ...piece, ...more } : piece))),
    takeAway(key: string) {
      const piece = find(key)
      if (!piece) return
      // The words for none are no address: that is nothing to it.
      URL.revokeObjectURL(piece.preview)
      put(pieces.filter((other) => other !== piece))
    },
  }
}

async function showPiece(shelf: ReturnType<typeof createShelf>, { key, file, preview, left }: Piece): Promise<void> {
  if (preview === 'none') return
  const made = await previewOf(file, left.signal)
  if (shelf.find(key)) shelf.change(key, { preview: made ?? 'none' })
  else if (made) URL.revokeObjectURL(made)
}

interface Told {
  readonly why: Why
  readonly message: string
}

function refusedPiece({ why, message }: Told): Partial<Piece> {
  const told = { stage: 'chosen', problem: message, hopeless: hopeless.includes(why) } as const
  // What the site no longer has must be sent anew.
  return why === 'unknown' ? { ...told, uploadId: null, arrived: 0 } : told
}
